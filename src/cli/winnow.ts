/** The `winnow` command: program.ts has its commands, run.ts how one is run, docs/cli.md all of it for people. */
import { EXIT, stopOnSignals } from "./failures.ts";
import { run } from "./run.ts";

// Whoever reads along may have seen enough, as in `winnow … | head`.
process.stdout.on("error", () => process.exit(EXIT.failed));

process.exit(await run(process.argv.slice(2), stopOnSignals()));
