/** The `winnow` command. Results go to stdout, everything else to stderr; exit 1 when it could not be done. Each command is loaded when it is asked for. */
import { Command, InvalidArgumentError } from "commander";
import { PROVIDER_NAMES } from "#contract/providers.ts";
import { TIERS } from "#contract/tiers.ts";
import { ConfigError } from "#platform/env.ts";

const program = new Command("winnow")
  .description("Reads documents and answers with values that point back at the page.")
  .showHelpAfterError();

const keys = program.command("keys").description("API keys");
keys
  .command("create")
  .description("make a key and print it, alone, on stdout; the account's previous key is revoked")
  .requiredOption("--name <name>", "what the key is for")
  .option("--account <email>", "whose key it is; the account is made when it is new")
  .option("--tier <tier>", "free, pro or enterprise", oneOf(TIERS))
  .option("--rate-per-minute <n>", "requests per minute instead of the tier's", positiveInteger)
  .action(async (options) => (await import("./keys.ts")).keysCreate(options));
keys
  .command("list")
  .description("all keys with their last four characters")
  .action(async () => (await import("./keys.ts")).keysList());
keys
  .command("revoke")
  .description("revoke a key at once")
  .argument("<key-id>", "as `keys list` prints it")
  .action(async (keyId) => (await import("./keys.ts")).keysRevoke(keyId));

program
  .command("accounts")
  .description("people who sign in to the dashboard")
  .command("link")
  .description("print a link that works once: to become the owner where there is none, else to set a password")
  .option("--account <email>", "whose password; without it the owner's")
  .action(async (options) => (await import("./accounts.ts")).accountsLink(options));

program
  .command("extract")
  .description("read one file here, without a server")
  .argument("<file>", "PDF, PNG or JPEG")
  .requiredOption("--schema <file>", "JSON file: {fields: […]} or a JSON Schema object")
  .option("--provider <name>", `who reads: ${PROVIDER_NAMES.join(", ")}; without it the default of the server`, oneOf(PROVIDER_NAMES))
  .option("--pages <pages>", "such as 1-3,7")
  .option("--password <password>", "of an encrypted PDF")
  .option("--json", "print the whole record as JSON")
  .action(async (file, options) => (await import("./extract.ts")).extract(file, options));

program
  .command("resume")
  .description("read one résumé here: name, contact, work, skills as JSON Resume")
  .argument("<file>", "PDF, DOCX, JPG, PNG or TXT")
  .option("--json", "print everything as JSON, with evidence")
  .action(async (file, options) => (await import("./recruit.ts")).resume(file, options));
program
  .command("evaluate")
  .description("score one résumé here against skills, each score with its evidence")
  .argument("<file>", "PDF, DOCX, JPG, PNG or TXT")
  .option("--skills <names>", "separated by commas, such as Python,SQL")
  .option("--job <file>", "the job ad; its skills are taken when --skills is not given")
  .option("--json", "print everything as JSON, with the explanation")
  .action(async (file, options) => (await import("./recruit.ts")).evaluate(file, options));
program
  .command("analyze-job")
  .description("read a job ad here: title, skills, interview questions")
  .argument("<file>", "PDF, DOCX, HTML or TXT")
  .option("--json", "print as JSON")
  .action(async (file, options) => (await import("./recruit.ts")).analyzeJob(file, options));

program
  .command("mcp")
  .description("offer extraction, evaluation and analysis to a model's client as tools (Model Context Protocol on stdin and stdout)")
  .argument("[folder]", "files below it may be read", ".")
  .action(async (folder) => (await import("./mcp/serve.ts")).serveMcp(folder));

program
  .command("webhooks")
  .description("webhooks")
  .command("secret")
  .description("print the secret that signs an account's webhooks")
  .requiredOption("--account <email>")
  .option("--rotate", "make a new one; the old one signs beside it for 24 h")
  .action(async (options) => (await import("./webhooks.ts")).webhooksSecret(options));

program
  .command("budget")
  .description("what an account's calls to model providers cost this month, and may cost")
  .requiredOption("--account <email>")
  .option("--set <usd>", "US dollars per calendar month (UTC), or `none` for the server's own limit", budgetAmount)
  .action(async (options) => (await import("./budget.ts")).budget(options));

program
  .command("audit")
  .description("who did what: signed in, made keys, deleted, evaluated, corrected")
  .command("verify")
  .description("check that no line of the audit log was changed or taken out, and print its last line's place and hash")
  .option("--known <place:hash>", "what an earlier check printed; it has to be there still", chainHead)
  .action(async (options) => (await import("./audit.ts")).auditVerify(options));

program
  .command("backup")
  .description("copy database, documents and secret to a new folder, also while the server runs; the folder is a data dir again")
  .argument("<folder>", "is made")
  .action(async (folder) => (await import("./backup.ts")).backup(folder));
program
  .command("migrate")
  .description("bring the database up to date")
  .action(async () => (await import("./migrate.ts")).migrateDatabase());
program
  .command("doctor")
  .description("check database, disk, reading and model providers, and say what to do")
  .action(async () => (await import("./doctor.ts")).doctor());

try {
  await program.parseAsync();
  process.exit(process.exitCode ?? 0);
} catch (error) {
  process.stderr.write(
    `${error instanceof ConfigError ? "Configuration: " : ""}${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exit(1);
}

function oneOf<T extends string>(allowed: readonly T[]) {
  return (value: string): T => {
    const found = allowed.find((option) => option === value);
    if (!found) throw new InvalidArgumentError(`Allowed: ${allowed.join(", ")}.`);
    return found;
  };
}

function budgetAmount(value: string): number | "none" {
  if (value === "none") return value;
  if (!/^\d{1,9}(\.\d{1,4})?$/.test(value)) throw new InvalidArgumentError("Give US dollars, such as 25 or 0.5, or `none`.");
  return Number(value);
}

function positiveInteger(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new InvalidArgumentError("Give a whole number above 0.");
  return Number(value);
}

function chainHead(value: string): { seq: number; hash: string } {
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(value) ?? [];
  if (!seq || !hash) throw new InvalidArgumentError("Give what `audit verify` printed, such as 1234:9f86d0….");
  return { seq: Number(seq), hash };
}
