/** The results of a template's documents: one by one, or as a file. */
import type { components, paths } from "./api.ts";
import type { CompletedTask } from "./extraction.ts";
import { linesOf } from "./lines.ts";
import type { Transport } from "./transport.ts";

const PATH = "/api/extractor/v1/templates/{template_id}/results";
type Query = NonNullable<paths[typeof PATH]["get"]["parameters"]["query"]>;
type Signal = { signal?: AbortSignal | undefined };

/** Which documents, with the API's names. */
export type ResultsOptions = Omit<Query, "format" | "table"> & Signal;
/** `table`: of CSV, the table whose rows are wanted. */
export type ResultsFileOptions = Query & Signal;
/** `final_data`: `data` with the corrections of people. */
export type TemplateResult<Data> = components["schemas"]["Task"] & Pick<CompletedTask<Data>, "data"> & { final_data: Data };

export async function* resultsOf<Data>(api: Transport, template_id: string, options: ResultsOptions): AsyncGenerator<TemplateResult<Data>> {
  const response = await resultsFile(api, template_id, { ...options, format: "jsonl" });
  yield* linesOf<TemplateResult<Data>>(response);
}

export function resultsFile(api: Transport, template_id: string, { signal, ...query }: ResultsFileOptions): Promise<Response> {
  return api.open(PATH, { path: { template_id }, query, signal });
}
