/** The commands `start` and `mcp`, which run until they are stopped, and `demo` and `doctor`. */
import { type Command, Option } from "commander";
import { PROVIDERS } from "#contract/providers.ts";
import { type Commands, examples, JSON_OPTION } from "./answer.ts";

export function addServing(program: Command, { signal, answer, exit }: Commands): void {
  program.commandsGroup("Run it:");
  program
    .command("start")
    .description("run the server until it is stopped: database, API, dashboard and workers")
    .addHelpText("after", examples("start"))
    .action(async () => (await import("#cli/start.ts")).start());
  program
    .command("demo")
    .description("start everything in a temporary folder, read the samples over HTTP, and stop it")
    .addHelpText("after", examples("demo"))
    .action(async () => exit(await (await import("#cli/start.ts")).demo()));
  program
    .command("mcp")
    .description("offer extraction, evaluation and analysis to a model's client as tools (Model Context Protocol on stdin and stdout)")
    .argument("[folder]", "files below it may be read", ".")
    .addHelpText("after", examples("mcp documents"))
    .action(async (folder) => (await import("#cli/mcp/serve.ts")).serveMcp(folder, signal));
  program
    .command("doctor")
    .description("check database, disk, reading and model providers, and say what to do")
    .addOption(new Option("--provider <name>", "say what the server of a model provider can do instead").choices(PROVIDERS))
    .option(...JSON_OPTION)
    .addHelpText("after", examples("doctor", "doctor --provider openai"))
    .action(async (options) => answer(await (await import("#cli/doctor.ts")).doctor(options, signal), options));
}
