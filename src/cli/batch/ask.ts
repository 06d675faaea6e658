/** What `winnow extract` is asked: results one by one, or a batch, whose results go to one file. */
import { stat } from "node:fs/promises";
import path from "node:path";
import { UsageError } from "#cli/failures.ts";
import type { EngineName } from "#contract/providers.ts";
import { type Format, formatOf } from "#spreadsheets/formats.ts";

export type ExtractOptions = {
  schema?: string;
  template?: string;
  url?: string;
  provider?: EngineName;
  pages?: string;
  password?: string;
  json?: boolean;
  out?: string;
  format?: Format;
  retryFailed?: boolean;
};

/** `template`: the id of a server's. `url`: of the server that reads; undefined: WINNOW_URL, or the one here. */
export type BatchAsk = Pick<ExtractOptions, "provider" | "pages" | "password" | "url"> & {
  /** Files and folders, as they were given. */
  sources: readonly string[];
  by: { kind: "schema"; file: string } | { kind: "template"; id: string };
  /** False: this process reads. */
  atServer: boolean;
  out: string;
  format: Format;
  retryFailed: boolean;
};

const NO_SCHEMA = "Say what to read: --schema FILE, or --template with the id of a server's template.";
const RESULTS = "--out results.jsonl (or .csv, .xlsx)";

/** The file with the schema. Throws UsageError when there is none. */
export function schemaFileOf({ schema, template }: ExtractOptions): string {
  if (schema !== undefined && template !== undefined) throw new UsageError("Give either --schema or --template, not both.");
  const file = schema ?? (template !== undefined && isFile(template) ? template : undefined);
  if (file === undefined) throw new UsageError(NO_SCHEMA);
  return file;
}

const isFile = (template: string): boolean => /\.json$/i.test(template);

/** Null where each file has a result of its own. Throws UsageError. */
export async function batchAsked(sources: readonly string[], options: ExtractOptions): Promise<BatchAsk | null> {
  const { template, url, out, provider, pages, password, retryFailed = false } = options;
  const format = out === undefined ? null : (options.format ?? formatOf(path.extname(out)));
  const id = template !== undefined && !isFile(template) ? template : undefined;
  if (id !== undefined && options.schema !== undefined) schemaFileOf(options);
  if (out === undefined || format === null || (await isFolder(out))) {
    if (out === undefined && options.format !== undefined) throw new UsageError("--format is of the file that --out names.");
    if (retryFailed) throw new UsageError(`--retry-failed goes on with a file of results: ${RESULTS}.`);
    for (const source of sources)
      if (await isFolder(source)) throw new UsageError(`${source} is a folder. Say where the results of its files go: ${RESULTS}.`);
    if (id !== undefined || url !== undefined) throw new UsageError(`A server reads into a file of results: ${RESULTS}.`);
    return null;
  }
  if (options.json) throw new UsageError(`--json prints results, and --out ${out} takes them. Give one of both.`);
  const by = id === undefined ? { kind: "schema" as const, file: schemaFileOf(options) } : { kind: "template" as const, id };
  const asked = { sources, by, atServer: id !== undefined || url !== undefined, out, format, retryFailed };
  return { ...asked, ...given({ url, provider, pages, password }) };
}

const given = <T extends object>(values: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;

const isFolder = (name: string): Promise<boolean> =>
  stat(name).then(
    (found) => found.isDirectory(),
    () => false,
  );
