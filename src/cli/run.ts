/** Runs one command and returns its exit code. */
import { CommanderError } from "commander";
import { failureOf } from "./failures.ts";
import { paint, printLine, printNote } from "./output.ts";
import { createProgram } from "./program.ts";

/** `argv` without node and script. `signal` stops the command; the exit code then shows the signal. */
export async function run(argv: readonly string[], signal: AbortSignal): Promise<number> {
  let exitCode = 0;
  const program = createProgram(argv, signal, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(argv, { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    // When the command was stopped, the signal is the reported cause, whatever error it threw.
    const failure = failureOf(signal.aborted ? signal.reason : error);
    if (failure.text !== null) printNote(paint("red", failure.text, process.stderr));
    if (argv.includes("--json")) printLine(JSON.stringify({ error: { code: failure.code, message: failure.message } }));
    return failure.exitCode;
  }
}
