/** The record of a task with its values as people left them, as a line of JSON. */
import type { Json } from "#contract/json.ts";
import type { ExtractionResult } from "#contract/task.ts";
import { membersOf } from "#platform/json-members.ts";
import { unpackedJson } from "#platform/packed.ts";
import { recordText } from "./record-text.ts";
import { reviewedData } from "./reviewed-data.ts";
import type { TextRow } from "./task-rows.store.ts";

/** The values of a task with the corrections of people; null where it has none. */
export function finalData({ resultText, corrections }: Pick<TextRow, "resultText" | "corrections">): Json {
  const stored = resultText === null ? undefined : membersOf(unpackedJson(resultText)).get("data");
  const data = stored === undefined ? null : (JSON.parse(stored) as ExtractionResult["data"]);
  return data !== null && corrections !== null ? reviewedData(data, corrections) : data;
}

/** The record as the results of a batch have it, with `final_data`; ends with a line break. */
export function resultLine(stored: TextRow): string {
  const row = { ...stored, resultText: stored.resultText && unpackedJson(stored.resultText) };
  const record = recordText(row, { queuePosition: null, delivery: null });
  return `{"final_data":${JSON.stringify(finalData(row))},${record.slice(1)}\n`;
}
