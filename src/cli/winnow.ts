/** The `winnow` command: program.ts defines its commands, run.ts runs one, docs/cli.md documents them. */
import { EXIT, stopOnSignals } from "./failures.ts";
import { run } from "./run.ts";

// The reader of stdout may close the pipe early, as in `winnow … | head`.
process.stdout.on("error", () => process.exit(EXIT.failed));

process.exit(await run(process.argv.slice(2), stopOnSignals()));
