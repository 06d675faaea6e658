/** Extracts one file as a task would, in this process. */
import { LIMITS } from "#contract/limits.ts";
import { parsePages } from "#contract/pages.ts";
import type { EngineName } from "#contract/providers.ts";
import type { Schema } from "#contract/schema/field.ts";
import { parseSchema } from "#contract/schema/parse-schema.ts";
import type { Warning } from "#contract/task.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import { unknownIssue, unknownWarning } from "#contract/unknown-property.ts";
import type { DocumentReader } from "#documents/read-document.ts";
import { sniff, whyUnsupported } from "#documents/sniff.ts";
import { pageRenderer } from "#engines/llm/page-renderer.ts";
import { looksFor } from "#engines/looks-for.ts";
import { engineNamed } from "#extraction/engine-named.ts";
import { readConfig } from "#platform/config.ts";
import { type Models, openModels } from "#platform/models/models.ts";
import { extractValues } from "#results/extract.ts";
import { UsageError } from "./failures.ts";

/** `warnings`: unknown properties of the schema. */
export type SchemaAsk = { schema: Schema; warnings: Warning[] };
/**
 * `pages`: such as `1-3,7`. Without provider: the configured default. `warnings`: of the schema, for the record. `models`: open ones, for
 * callers that read several files; without it they are opened and closed for this file.
 */
export type ExtractAsk = SchemaAsk & {
  provider?: EngineName | undefined;
  pages?: string | undefined;
  password?: string | undefined;
  models?: Models | undefined;
};

/** Throws TaskFailure for a file that cannot be read, UsageError for invalid pages. */
export async function extractFile(reader: DocumentReader, bytes: Buffer, ask: ExtractAsk, signal: AbortSignal) {
  const pages = ask.pages === undefined ? null : parsePages(ask.pages);
  if (pages !== null && !Array.isArray(pages)) throw new UsageError(pages.error);
  if (bytes.length > LIMITS.documentBytesMax) throw new TaskFailure("document_too_large");
  if (sniff(bytes) === null) throw new TaskFailure("unsupported_type", whyUnsupported(bytes));
  const { schema, warnings, password = null } = ask;
  const t0 = performance.now();
  const document = await reader.read(bytes, { ...(pages ? { pages } : {}), password, ...looksFor(schema) }, signal);
  const t1 = performance.now();
  const config = readConfig();
  await using stack = new AsyncDisposableStack();
  const models = ask.models ?? stack.use(openModels(config.models, null));
  const renderPage = pageRenderer(reader, bytes, password, signal);
  const engine = engineNamed(ask.provider ?? config.defaultProvider, models, null);
  const { by, result } = await extractValues(engine, { document, schema, renderPage }, signal);
  const t2 = performance.now();
  return {
    status: "completed" as const,
    ...by,
    ...result,
    warnings: [...warnings, ...result.warnings],
    usage: { pages: document.pages.length, ...engine.usage() },
    timing: { read_ms: Math.round(t1 - t0), extract_ms: Math.round(t2 - t1), total_ms: Math.round(t2 - t0) },
  };
}

/** `called`: how the error names the schema. */
export function schemaOf(input: unknown, called: string): SchemaAsk {
  const { schema, errors, unknown } = parseSchema(input, []);
  const issues = [...errors, ...unknown.map(unknownIssue)];
  if (!schema) throw new UsageError(`${called}: ${issues.map(({ loc, msg }) => `${loc.join(".") || "schema"}: ${msg}`).join("; ")}`);
  return { schema, warnings: unknown.map(unknownWarning) };
}
