/** Commands that read files in this process, without a server. */

import { type Command, InvalidArgumentError, Option } from "commander";
import { FILE_TYPE_NAMES } from "#contract/file-types.ts";
import { ENGINE_NAMES, type EngineName } from "#contract/providers.ts";
import { FORMATS } from "#spreadsheets/formats.ts";
import { type Commands, examples, JSON_OPTION, matching, providerOption } from "./answer.ts";

const RESUME = "PDF, DOCX, JPG, PNG or TXT";
const percent = matching(/^(100|\d{1,2})(\.\d+)?$/, "Give per cent, such as 95.", Number);

const share = matching(/^(?:1|0?\.\d{1,6}|0)$/, "Give a number from 0 to 1, such as 0.9.", Number);

const price = matching(
  /^\d{1,6}(\.\d{1,6})?,\d{1,6}(\.\d{1,6})?$/,
  "Give US dollars per million tokens in and out, such as 0.05,0.2.",
  (value) => {
    const [inputUsd = 0, outputUsd = 0] = value.split(",").map(Number);
    return { inputUsd, outputUsd };
  },
);

/** Names separated by commas; the option may be given several times. */
function providers(value: string, before: readonly EngineName[] = []): EngineName[] {
  const named = value.split(",").map((name) => ENGINE_NAMES.find((known) => known === name.trim()));
  const known = named.filter((name) => name !== undefined);
  if (known.length < named.length)
    throw new InvalidArgumentError(`Give one or several of ${ENGINE_NAMES.join(", ")}, separated by commas.`);
  return [...new Set([...before, ...known])];
}

export function addReading(program: Command, commands: Commands): void {
  program.commandsGroup("Read files, without a server:");
  addExtract(program, commands);
  addSuggest(program, commands);
  addSplit(program, commands);
  addMeasure(program, commands);
  addRecruiting(program, commands);
}

function addExtract(program: Command, { signal, exit }: Commands): void {
  program
    .command("extract")
    .description("read the fields of a schema from documents; those of a folder in one go that can be resumed")
    .argument("<files...>", `${FILE_TYPE_NAMES}; a folder: all of these in it`)
    .option("--schema <file>", "JSON: {fields: […]} or a JSON Schema object")
    .option("--template <id>", "instead of a schema: a template of a server, which then reads, or a JSON file with extraction_schema")
    .option(
      "--url <url>",
      "the server that reads instead of this process, with the key in WINNOW_API_KEY; for --template WINNOW_URL is enough",
    )
    .addOption(providerOption())
    .option("--pages <pages>", "such as 1-3,7")
    .option("--password <password>", "password of an encrypted PDF")
    .option(
      "--out <file>",
      "a folder, which gets NAME.json for each file; or results.jsonl, .csv or .xlsx, which gets all and is gone on with",
    )
    .addOption(new Option("--format <format>", "of the results, if the ending of --out does not say it").choices(FORMATS))
    .option("--retry-failed", "go on: read the files again that failed before")
    .option("--json", "print the whole record as JSON; of several files one line each")
    .addHelpText(
      "after",
      examples(
        "extract invoice.pdf --schema invoice.schema.json",
        "extract *.pdf --schema invoice.schema.json --out results",
        "extract invoices --schema invoice.schema.json --out invoices.xlsx",
        "extract invoices --template tpl_… --out invoices.jsonl",
      ),
    )
    .action(async (files, options) => exit(await (await import("#cli/extract.ts")).extract(files, options, signal)));
}

function addSuggest(program: Command, { signal, answer }: Commands): void {
  program
    .command("suggest")
    .description("propose the fields of a document, each with a sample value")
    .argument("<file>", FILE_TYPE_NAMES)
    .option("--pages <pages>", "such as 1-3,7; without it the first ten")
    .option("--password <password>", "password of an encrypted PDF")
    .option("--json", "print everything as JSON, which `extract --schema` takes")
    .addHelpText("after", examples("suggest invoice.pdf", "suggest invoice.pdf --json > invoice.schema.json"))
    .action(async (file, options) => answer(await (await import("#cli/suggest.ts")).suggest(file, options, signal), options));
}

function addSplit(program: Command, { signal, answer }: Commands): void {
  program
    .command("split")
    .description("find the documents in a file that holds several, and of which template each is")
    .argument("<file>", "such as a scanned stack")
    .requiredOption("--templates <files...>", "JSON files, or folders of them: {name, extraction_schema}, or a schema alone")
    .option("--min-confidence <share>", "parts less sure than this are to be checked; 0.9 if left out", share)
    .option("--password <password>", "password of an encrypted PDF")
    .option(...JSON_OPTION)
    .addHelpText("after", examples("split stack.pdf --templates templates", "split stack.pdf --templates invoice.json receipt.json --json"))
    .action(async (file, options) => answer(await (await import("#cli/split.ts")).split(file, options, signal), options));
}

function addMeasure(program: Command, { signal, answer }: Commands): void {
  program
    .command("measure")
    .description("measure how well your own documents are read, compared with the correct values you saved next to them")
    .argument("<folder>", "has documents such as x.pdf, x.expected.json (the correct data), and x.schema.json or one schema.json")
    .option(
      "--provider <names>",
      "which provider reads; several, such as local,openai, are compared; without it the server's default",
      providers,
    )
    .option("--price <in,out>", "US dollars per million tokens in and out, for models whose price is not known", price)
    .option("--at-least <percent>", "exit 1 when the accuracy is below", percent)
    .option("--json", "print everything as JSON, with all mistakes")
    .addHelpText(
      "after",
      examples("measure labelled", "measure labelled --provider local,openai", "measure labelled --at-least 95 --json > report.json"),
    )
    .action(async (folder, options) => answer(await (await import("#cli/measure/measure.ts")).measure(folder, options, signal), options));
}

function addRecruiting(program: Command, { signal, answer }: Commands): void {
  const recruit = () => import("#cli/recruit.ts");
  program
    .command("resume")
    .description("read a résumé: name, contact, work, skills as JSON Resume")
    .argument("<file>", RESUME)
    .option("--json", "print everything as JSON, with evidence")
    .addHelpText("after", examples("resume lena.pdf", "resume lena.pdf --json"))
    .action(async (file, options) => answer(await (await recruit()).resume(file, signal), options));
  program
    .command("evaluate")
    .description("score a résumé against skills, each score with its evidence")
    .argument("<file>", RESUME)
    .option("--skills <names>", "separated by commas, such as Python,SQL")
    .option("--job <file>", "the job ad; its skills are taken when --skills is not given")
    .option("--json", "print everything as JSON, with the explanation")
    .addHelpText("after", examples("evaluate lena.pdf --job job-ad.txt", "evaluate lena.pdf --skills Python,SQL"))
    .action(async (file, options) => answer(await (await recruit()).evaluate(file, options, signal), options));
  program
    .command("analyze-job")
    .description("read a job ad: title, skills, interview questions")
    .argument("<file>", "PDF, DOCX, HTML or TXT")
    .option(...JSON_OPTION)
    .addHelpText("after", examples("analyze-job job-ad.txt"))
    .action(async (file, options) => answer(await (await recruit()).analyzeJob(file, signal), options));
}
