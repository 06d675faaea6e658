/** Commands that ask a server for what it has. */
import { type Command, Option } from "commander";
import { FORMATS } from "#spreadsheets/formats.ts";
import { type Commands, examples } from "./answer.ts";

export function addAsking(program: Command, { signal, answer }: Commands): void {
  program.commandsGroup("Ask a server, with the key in WINNOW_API_KEY:");
  program
    .command("results")
    .description("write the values of all documents of a template to a file, as people left them")
    .argument("<template>", "its id, tpl_…")
    .requiredOption("--out <file>", "such as invoices.xlsx, .csv or .jsonl")
    .addOption(new Option("--format <format>", "of the file, if the ending of --out does not say it").choices(FORMATS))
    .option("--table <name>", "of CSV: the rows of this table, instead of a row for each document")
    .option("--created-after <time>", "only documents sent after it, such as 2026-01-31T12:00:00Z")
    .option("--created-before <time>", "only documents sent before it")
    .addOption(new Option("--review <state>", "only documents that are still to be reviewed, or that were").choices(["needed", "done"]))
    .option("--url <url>", "of the server; without it WINNOW_URL, or the one on this machine")
    .addHelpText("after", examples("results tpl_… --out invoices.xlsx", "results tpl_… --review done --table line_items --out items.csv"))
    .action(async (template, options) => answer(await (await import("#cli/results.ts")).results(template, options, signal), {}));
}
