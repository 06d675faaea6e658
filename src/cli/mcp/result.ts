/** What a tool answers. */
import type { CallToolResult } from "@modelcontextprotocol/server";
import { TaskFailure } from "#contract/task-errors.ts";

/** `lines`: the result as text; `record`: the result as data. */
export type Result = { lines: string[]; record: Record<string, unknown> };

/** Failures are returned as results, so that the model can try again with other arguments. */
export async function resultOf(work: () => Promise<Result>): Promise<CallToolResult> {
  try {
    const { lines, record } = await work();
    return { content: [{ type: "text", text: lines.join("\n") }], structuredContent: record };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const text = error instanceof TaskFailure ? `${error.code}: ${error.publicMessage}` : error.message;
    return { content: [{ type: "text", text }], isError: true };
  }
}
