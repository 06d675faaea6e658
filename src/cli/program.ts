/** The commands of `winnow`, their options and help. A command's code is loaded when it runs. */
import { readFileSync } from "node:fs";
import { Command } from "commander";
import { addAdministration } from "./commands/administration.ts";
import type { CommandAction } from "./commands/answer.ts";
import { addAsking } from "./commands/asking.ts";
import { addReading } from "./commands/reading.ts";
import { addServing } from "./commands/serving.ts";
import { addCompletion } from "./completion.ts";
import { printOutput } from "./output.ts";

const HELP = `
With --json, data is printed as JSON, and a failure as
{"error": {"code", "message"}}. Data alone goes to stdout, everything else
to stderr.

Exit codes:
  0        done
  1        it could not be done
  2        wrong usage or configuration
  3        the document could not be read; its error code is printed
  4, 5     of a batch (extract --out results.jsonl): some, all files failed
  130, 143 stopped by a signal

\`winnow <command> --help\` shows examples; docs/cli.md has one of each command.`;

/** `argv`: the words to be parsed. Commands with their own exit code report it with `exit`. */
export function createProgram(argv: readonly string[], signal: AbortSignal, exit: (code: number) => void): Command {
  const answer: CommandAction = (output, options) => {
    printOutput(output, options);
    exit(output.exitCode ?? 0);
  };
  const program = new Command("winnow")
    .description("Reads documents and answers with values that point back at the page.")
    .version(packageVersion(), "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand(false)
    .addHelpText("after", HELP)
    .showHelpAfterError("(see --help)")
    .exitOverride();
  addReading(program, { signal, answer, exit });
  addAsking(program, { signal, answer, exit });
  addServing(program, { signal, answer, exit });
  addAdministration(program, { signal, answer, exit });
  addCompletion(program, argv[0] === "complete" && argv[1] === "--");
  return program;
}

function packageVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  return version;
}
