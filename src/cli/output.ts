/** How every command speaks: data on stdout, as lines or with `--json` as JSON, everything else on stderr, colours on terminals only. */
import { styleText } from "node:util";

type Format = Parameters<typeof styleText>[0];

/**
 * What a command has to say. `record` is the data, `lines` are the same for people, `notes` go to stderr either way.
 * `exitCode`: 0 unless given.
 */
export type Told = { record: unknown; lines: readonly string[]; notes?: readonly string[]; exitCode?: number };

/** `json`: what `--json` on the command line says. */
export type OutputOptions = { json?: boolean };

export function tell({ record, lines, notes = [] }: Told, { json = false }: OutputOptions): void {
  for (const note of notes) tellAside(note);
  if (json) tellLine(JSON.stringify(record));
  else for (const line of lines) tellLine(line);
}

/** For commands that speak while they work. */
export function tellLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function tellAside(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Leaves the text as it is where the stream is no terminal or NO_COLOR is set; FORCE_COLOR has the last word. */
export const paint = (format: Format, text: string, stream: NodeJS.WriteStream = process.stdout): string =>
  styleText(format, text, { stream });
