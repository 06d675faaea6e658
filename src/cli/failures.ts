/** How a command fails: exit code, error code for programs, and message for people. docs/cli.md lists them. */
import { CommanderError } from "commander";
import { TaskFailure } from "#contract/task-errors.ts";
import { ConfigError } from "#platform/env.ts";

/** `partly`, `nothing`: of a batch, where some files and where all could not be read. */
export const EXIT = { done: 0, failed: 1, usage: 2, unreadable: 3, partly: 4, nothing: 5 } as const;

/** Exit codes of signals as in shells: 128 plus the signal's number. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** The request is invalid: wrong options, schema or label. */
export class UsageError extends Error {}

/** A file does not exist or cannot be opened. */
export class FileError extends Error {}

/** Why a file could not be read; follows the file's name in a message. */
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

/** Aborts on the first stop signal, so that a command can end what it started. A second signal ends the process at once. */
export function stopOnSignals(): AbortSignal {
  const stopping = new AbortController();
  for (const [name, exitCode] of Object.entries(SIGNALS)) process.once(name, () => stopping.abort(new Stopped(exitCode)));
  return stopping.signal;
}

/** Failures caused by the document itself; the catalogue's other failures are the provider's or ours. */
const UNREADABLE: ReadonlySet<string> = new Set([
  "document_too_large",
  "unsupported_type",
  "encrypted_document",
  "corrupt_document",
  "empty_document",
  "too_many_pages",
]);

/** `text`: what is printed on stderr; null when it was printed already. */
export type CommandFailure = { exitCode: number; code: string; message: string; text: string | null };

export function failureOf(error: unknown): CommandFailure {
  const message = error instanceof Error ? error.message : String(error);
  // Commander has already printed the error and the command's help.
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
