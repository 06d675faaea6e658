/** What the service accepted and what receivers acknowledged, in files: a storm that is stopped goes on where it was. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Something that was answered with an id. `hook`: the path of its callback, if it asked for one. */
export type Accepted = { kind: "task" | "job"; id: string; account: number; hook: string | null; files: number };
/** A webhook that was answered with 2xx. */
export type Acknowledged = { path: string; webhookId: string; sha256: string };
/** What a storm needs to be continued. */
export type Progress = {
  seed: number;
  elapsedMs: number;
  ports: { documents: number; hooks: number };
  keys: string[];
  counts: Record<string, number>;
};

export class Ledger {
  readonly accepted: Accepted[];
  readonly acknowledged: Acknowledged[];
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
    mkdirSync(folder, { recursive: true });
    this.accepted = readLines(this.file("accepted.jsonl"));
    this.acknowledged = readLines(this.file("acknowledged.jsonl"));
  }

  accept(entry: Accepted): void {
    this.accepted.push(entry);
    appendFileSync(this.file("accepted.jsonl"), `${JSON.stringify(entry)}\n`);
  }

  acknowledge(entry: Acknowledged): void {
    this.acknowledged.push(entry);
    appendFileSync(this.file("acknowledged.jsonl"), `${JSON.stringify(entry)}\n`);
  }

  progress(): Progress | null {
    return existsSync(this.file("progress.json")) ? JSON.parse(readFileSync(this.file("progress.json"), "utf8")) : null;
  }

  keepProgress(progress: Progress): void {
    writeFileSync(this.file("progress.json"), JSON.stringify(progress));
  }

  private file(name: string): string {
    return path.join(this.folder, name);
  }
}

/** A last line that a killed storm left half is not counted. */
function readLines<T>(file: string): T[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.slice(0, -1).map((line): T => JSON.parse(line));
}
