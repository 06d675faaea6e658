/** The `winnow` command: program.ts has its commands, run.ts how one is run, docs/cli.md all of it for people. */
import { stopOnSignals } from "./failures.ts";
import { run } from "./run.ts";

process.exit(await run(process.argv.slice(2), stopOnSignals()));
