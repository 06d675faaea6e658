/** Output of all commands: data on stdout, as lines or with `--json` as JSON; everything else on stderr; colours on terminals only. */
import { styleText } from "node:util";

type Format = Parameters<typeof styleText>[0];

/** A command's output. `record`: the data; `lines`: the same as text; `notes`: always printed on stderr. `exitCode`: 0 by default. */
export type CommandOutput = { record: unknown; lines: readonly string[]; notes?: readonly string[]; exitCode?: number };

/** `json`: the option `--json`. */
export type OutputOptions = { json?: boolean };

export function printOutput({ record, lines, notes = [] }: CommandOutput, { json = false }: OutputOptions): void {
  for (const note of notes) printNote(note);
  if (json) printLine(JSON.stringify(record));
  else for (const line of lines) printLine(line);
}

/** For commands that print while they work. */
export function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function printNote(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Returns the text unchanged when the stream is not a terminal or NO_COLOR is set; FORCE_COLOR overrides both. */
export const paint = (format: Format, text: string, stream: NodeJS.WriteStream = process.stdout): string =>
  styleText(format, text, { stream });
