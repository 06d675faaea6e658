/** Rankings that did not learn from the documents that they are measured on. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { memo } from "#contract/memo.ts";
import { RANKING, type Ranking } from "#engines/local/rank/trees.ts";
import type { Row } from "./predict.ts";

/**
 * For each document one that learned neither from its set nor from that of the document it is a picture of, of those that `npm run train` wrote to
 * the folder; the shipped one without a folder. Throws where the folder has none for a set.
 */
export function rankingsFor(rows: readonly Row[], folder: string | undefined): (row: Row) => Ranking {
  if (folder === undefined) return () => RANKING;
  const byId = new Map(rows.map((row) => [row.id, row]));
  const rankingOf = memo((set: string): Ranking => JSON.parse(readFileSync(path.join(folder, `${set}.json`), "utf8")));
  return (row) => rankingOf(byId.get(row.derived_from ?? "")?.set ?? row.set);
}
