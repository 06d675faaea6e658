/** The MCP tools for batches. Unlike the others they need a server, which goes on reading when the client has ended. */
import { randomUUID } from "node:crypto";
import path from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import type { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { type Answer, call, type Server, send } from "#cli/server.ts";
import { BATCH_DOCUMENTS_MAX, type ExtractBatch, type ExtractBatchReply } from "#contract/extract-batch.ts";
import { LIMITS } from "#contract/limits.ts";
import { PROVIDER_NAMES } from "#contract/providers.ts";
import type { TaskRecord } from "#contract/task.ts";
import type { Files } from "./files.ts";
import { type Result, resultOf } from "./result.ts";

/** Of the files of one request; the rest of its body is what stands around them. */
const FILES_BYTES_MAX = LIMITS.batchBodyBytesMax - 4 * 2 ** 20;
const RESULTS_MAX = 100;
const RESULTS_DEFAULT = 20;

type Tools = { files: Files; server: Server };

const BatchId = z.string().min(1).describe("As start_batch answered it.");
const Counts = z.looseObject({ processing: z.number(), retrying: z.number(), completed: z.number(), failed: z.number() });

export function addBatchTools(mcp: McpServer, tools: Tools): void {
  addStart(mcp, tools);
  addProgress(mcp, tools.server);
  addResults(mcp, tools.server);
}

function addStart(mcp: McpServer, { files, server }: Tools): void {
  mcp.registerTool(
    "start_batch",
    {
      title: "Have many documents read",
      description:
        "Sends many documents to the server, which reads them in the background by one schema or template. Ask batch_progress until it is completed, then batch_results.",
      inputSchema: z.object({
        paths: z.array(z.string().min(1)).min(1).max(BATCH_DOCUMENTS_MAX).describe("Paths of the files, up to 60 MB together."),
        schema: z.record(z.string(), z.unknown()).optional().describe("As for extract_document. Exactly one of this and `template_id`."),
        template_id: z.string().optional().describe("A template of the account, or `auto`: whichever each document is of."),
        provider: z.enum(PROVIDER_NAMES).optional().describe("Who points at the values; the server's default when absent."),
      }),
      outputSchema: z.looseObject({ batch_id: z.string(), status: z.string(), total: z.number() }),
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    },
    ({ paths, schema, ...rest }) =>
      resultOf(async () => {
        const form = await formOf(files, paths, { ...rest, ...(schema === undefined ? {} : { extraction_schema: schema }) });
        const record = answered(await call<ExtractBatchReply>(server, "extract-batch", form, randomUUID()));
        return { lines: [`${record.batch_id}: ${record.total} documents are being read.`], record };
      }),
  );
}

/** Throws Error when the files are too large together. */
async function formOf(files: Files, paths: readonly string[], request: object): Promise<FormData> {
  const form = new FormData();
  form.append("request", JSON.stringify({ ...request, documents: paths.map((_, i) => ({ file: String(i) })) }));
  let bytes = 0;
  for (const [i, given] of paths.entries()) {
    const content = await files.read(given);
    bytes += content.length;
    if (bytes > FILES_BYTES_MAX)
      throw new Error(`The files have more than 60 MB together: send up to ${i} of them, and start another batch for the rest.`);
    form.append(String(i), new Blob([Uint8Array.from(content)]), path.basename(given));
  }
  return form;
}

function addProgress(mcp: McpServer, server: Server): void {
  mcp.registerTool(
    "batch_progress",
    {
      title: "See how far a batch is",
      description: "How many documents of a batch are read, have failed or are still to be read. `completed`: none is still to be read.",
      inputSchema: z.object({
        batch_id: BatchId,
        wait_seconds: z
          .int()
          .min(0)
          .max(LIMITS.waitSecondsMax)
          .optional()
          .describe("Answer when it is completed, or after so many seconds."),
      }),
      outputSchema: z.looseObject({ batch_id: z.string(), status: z.string(), total: z.number(), counts: Counts }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ batch_id, wait_seconds = 0 }) =>
      resultOf(async () => {
        const address = `${addressOf(batch_id)}?limit=1&wait=${wait_seconds}`;
        const { tasks: _, next_cursor: __, ...record } = answered(await call<ExtractBatch>(server, address));
        const { completed, failed } = record.counts;
        return { lines: [`${record.status}: ${completed} of ${record.total} are read, ${failed} have failed.`], record };
      }),
  );
}

function addResults(mcp: McpServer, server: Server): void {
  mcp.registerTool(
    "batch_results",
    {
      title: "Read the results of a batch",
      description:
        "The values of the documents of a batch that have ended, in the order they were sent, some at a time; those that failed say why.",
      inputSchema: z.object({
        batch_id: BatchId,
        from: z.int().min(0).optional().describe("Place of the first document, from 0; `next` of the answer before."),
        limit: z.int().min(1).max(RESULTS_MAX).optional().describe("At most so many results; 20 when absent."),
        evidence: z
          .boolean()
          .optional()
          .describe("True: also `fields`, with the words, page and box of each value. Ask for few results then."),
      }),
      outputSchema: z.looseObject({
        results: z.array(z.looseObject({ index: z.number(), filename: z.string().nullable(), status: z.string() })),
        next: z.number().nullable(),
      }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ batch_id, from = 0, limit = RESULTS_DEFAULT, evidence = false }) =>
      resultOf(() => resultsOf(server, batch_id, { from, limit, evidence })),
  );
}

type Asked = { from: number; limit: number; evidence: boolean };
type Line = TaskRecord & { index: number };

async function resultsOf(server: Server, batchId: string, { from, limit, evidence }: Asked): Promise<Result> {
  const { body } = answered(await send(server, `${addressOf(batchId)}/results`, {}));
  const found: Line[] = [];
  const input = body === null ? Readable.from([]) : Readable.fromWeb(body as never);
  for await (const text of createInterface({ input })) {
    const line: Line = JSON.parse(text);
    if (line.index >= from) found.push(line);
    // One more than is asked for tells that there is more.
    if (found.length > limit) break;
  }
  // Otherwise the server would go on sending what nobody reads.
  input.destroy();
  const shown = found.slice(0, limit);
  const results = shown.map(({ index, task_id, document, status, data, fields, error }) => ({
    index,
    task_id,
    filename: document.filename,
    status,
    data,
    ...(evidence ? { fields } : {}),
    error: error && { code: error.code, message: error.message },
  }));
  const lines = results.map(
    ({ index, filename, status, data, error }) => `${index} ${filename ?? ""} ${status} ${error ? error.message : JSON.stringify(data)}`,
  );
  return { lines, record: { results, next: found.length > limit ? (found.at(-1)?.index ?? null) : null } };
}

const addressOf = (batchId: string): string => `extract-batch/${encodeURIComponent(batchId)}`;

/** Throws Error with what the server said. */
function answered<T>(answer: Answer<T>): T {
  if ("error" in answer) throw new Error(answer.error);
  return answer.value;
}
