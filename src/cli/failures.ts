/** How a command fails: the exit code, a code for programs, and the text for people. docs/cli.md lists them. */
import { CommanderError } from "commander";
import { TaskFailure } from "#contract/task-errors.ts";
import { ConfigError } from "#platform/env.ts";

export const EXIT = { done: 0, failed: 1, usage: 2, unreadable: 3 } as const;

/** Of signals as shells count them: 128 and the signal's number. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** What was asked for cannot be meant: wrong options, a wrong schema, a wrong label. */
export class UsageError extends Error {}

/** A file that is not there, or may not be opened. */
export class FileError extends Error {}

/** Why a file could not be read, to go on with after its name. */
export function whyUnread(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "ENOENT") return "does not exist.";
  if (code === "EISDIR") return "is a folder.";
  return `cannot be opened (${code}).`;
}

class Stopped extends Error {
  readonly exitCode: number;

  constructor(exitCode: number) {
    super("Stopped.");
    this.exitCode = exitCode;
  }
}

/** Aborts when the process is told to stop, so that a command can end what it started. A second signal ends the process at once. */
export function stopOnSignals(): AbortSignal {
  const stopping = new AbortController();
  for (const [name, exitCode] of Object.entries(SIGNALS)) process.once(name, () => stopping.abort(new Stopped(exitCode)));
  return stopping.signal;
}

/** Failures of the document itself; the others of the catalogue are of whoever was asked to read it. */
const UNREADABLE: ReadonlySet<string> = new Set([
  "document_too_large",
  "unsupported_type",
  "encrypted_document",
  "corrupt_document",
  "empty_document",
  "too_many_pages",
]);

/** `text`: what stderr says; null when it is said already. */
export type Failure = { exitCode: number; code: string; message: string; text: string | null };

export function failureOf(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  // Commander has written what is wrong, and the command's help with it.
  if (error instanceof CommanderError) return { exitCode: EXIT.usage, code: "usage", message: usageOf(message), text: null };
  if (error instanceof UsageError) return { exitCode: EXIT.usage, code: "usage", message, text: message };
  if (error instanceof ConfigError) return { exitCode: EXIT.usage, code: "configuration", message, text: `Configuration: ${message}` };
  if (error instanceof FileError)
    return { exitCode: EXIT.unreadable, code: "unreadable_file", message, text: `unreadable_file: ${message}` };
  if (error instanceof Stopped) return { exitCode: error.exitCode, code: "stopped", message, text: message };
  if (error instanceof TaskFailure) {
    const exitCode = UNREADABLE.has(error.code) ? EXIT.unreadable : EXIT.failed;
    return { exitCode, code: error.code, message: error.publicMessage, text: `${error.code}: ${error.publicMessage}` };
  }
  return { exitCode: EXIT.failed, code: "failed", message, text: message };
}

const usageOf = (message: string) => (message === "(outputHelp)" ? "Name a command; see --help." : message.replace(/^error: /, ""));
