/** Commands for operators; they work with and without a running server. */
import { type Command, Option } from "commander";
import { TIERS } from "#contract/tiers.ts";
import { type Commands, examples, JSON_OPTION, matching } from "./answer.ts";

const wholeNumber = matching(/^[1-9]\d{0,8}$/, "Give a whole number above 0.", Number);
const dollars = matching(/^(none|\d{1,9}(\.\d{1,4})?)$/, "Give US dollars, such as 25 or 0.5, or `none`.", (value) =>
  value === "none" ? value : Number(value),
);
const chainHead = matching(/^\d{1,15}:[0-9a-f]{64}$/, "Give what `audit verify` printed, such as 1234:9f86d0….", (value) => {
  const [seq, hash = ""] = value.split(":");
  return { seq: Number(seq), hash };
});

export function addAdministration(program: Command, commands: Commands): void {
  program.commandsGroup("Administer it, while it runs or not:");
  addKeys(program, commands);
  addLearn(program, commands);
  addAccounts(program, commands);
  addInboxes(program, commands);
  addOutboxes(program, commands);
  addDatabase(program, commands);
}

function addLearn(program: Command, { signal, answer }: Commands): void {
  program
    .command("learn")
    .description("teach a server by documents whose correct values you know, so that the next ones are read so")
    .argument(
      "<source>",
      "a folder as for `measure` (documents such as x.pdf, x.expected.json, and x.schema.json or one schema.json), or a CSV file with a column `file` and one for each field",
    )
    .option("--template <id>", "whose documents they are; without it they teach requests with an equal schema")
    .option("--url <url>", "of the server; without it WINNOW_URL, or the one on this machine")
    .option(...JSON_OPTION)
    .addHelpText("after", examples("learn last-year", "learn answers.csv --template tpl_…"))
    .action(async (source, options) => answer(await (await import("#cli/learn/learn.ts")).learn(source, options, signal), options));
}

function addKeys(program: Command, { signal, answer }: Commands): void {
  const keys = program.command("keys").description("make, list and revoke API keys");
  keys
    .command("create")
    .description("revoke the account's key, make a new one and print it, alone, on stdout")
    .requiredOption("--name <name>", "what the key is for")
    .option("--account <email>", "whose key it is; the account is made when it is new; without it the owner's")
    .addOption(new Option("--tier <tier>", "of the account").choices(TIERS))
    .option("--rate-per-minute <n>", "requests per minute instead of the tier's", wholeNumber)
    .option(...JSON_OPTION)
    .addHelpText("after", examples("keys create --name first", "keys create --name shop --account shop@example.com --tier pro"))
    .action(async (options) => answer(await (await import("#cli/keys.ts")).keysCreate(options, signal), options));
  keys
    .command("list")
    .description("all keys with their last four characters")
    .option(...JSON_OPTION)
    .addHelpText("after", examples("keys list"))
    .action(async (options) => answer(await (await import("#cli/keys.ts")).keysList(signal), options));
  keys
    .command("revoke")
    .description("revoke a key at once")
    .argument("<key-id>", "as `keys list` prints it")
    .option(...JSON_OPTION)
    .addHelpText("after", examples("keys revoke key_0123456789"))
    .action(async (keyId, options) => answer(await (await import("#cli/keys.ts")).keysRevoke(keyId, signal), options));
}

function addInboxes(program: Command, { signal, answer }: Commands): void {
  const inboxes = program.command("inboxes").description("folders of this machine that are watched; mailboxes are added in the dashboard");
  inboxes
    .command("add")
    .description("watch a folder: what is put there is read, and moved to `done` in it")
    .requiredOption("--folder <path>", "a folder that the service may write in; made when it is not there")
    .requiredOption("--template <id>", "what is read of its documents; `auto`: by whichever template a document is of")
    .option("--name <name>", "what it is called; without it as the folder")
    .option("--account <email>", "whose it is; without it the owner's")
    .option(...JSON_OPTION)
    .addHelpText("after", examples("inboxes add --folder /srv/scans --template auto"))
    .action(async (options) => answer(await (await import("#cli/inboxes.ts")).inboxesAdd(options, signal), options));
  inboxes
    .command("list")
    .description("all inboxes, and why one cannot be read")
    .option(...JSON_OPTION)
    .addHelpText("after", examples("inboxes list"))
    .action(async (options) => answer(await (await import("#cli/inboxes.ts")).inboxesList(signal), options));
  inboxes
    .command("remove")
    .description("no longer watch an inbox; its tasks and files stay")
    .argument("<inbox-id>", "as `inboxes list` prints it")
    .option(...JSON_OPTION)
    .addHelpText("after", examples("inboxes remove inb_0123456789"))
    .action(async (id, options) => answer(await (await import("#cli/inboxes.ts")).inboxesRemove(id, signal), options));
}

function addOutboxes(program: Command, { signal, answer }: Commands): void {
  const outboxes = program
    .command("outboxes")
    .description("folders of this machine that results are written to; buckets are added in the dashboard");
  outboxes
    .command("add")
    .description("write the record of each finished task to a folder")
    .requiredOption("--folder <path>", "a folder that the service may write in; made when it is not there")
    .requiredOption("--template <id>", "of the tasks; `all`: of all tasks of the workspace")
    .option("--reviewed", "not before a task is reviewed")
    .option("--name <name>", "what it is called; without it as the folder")
    .option("--account <email>", "whose it is; without it the owner's")
    .option(...JSON_OPTION)
    .addHelpText("after", examples("outboxes add --folder /srv/results --template all --reviewed"))
    .action(async (options) => answer(await (await import("#cli/outboxes.ts")).outboxesAdd(options, signal), options));
  outboxes
    .command("list")
    .description("all outboxes, what waits in them, and why one cannot be written")
    .option(...JSON_OPTION)
    .addHelpText("after", examples("outboxes list"))
    .action(async (options) => answer(await (await import("#cli/outboxes.ts")).outboxesList(signal), options));
  outboxes
    .command("remove")
    .description("write nothing more to an outbox; what was written stays")
    .argument("<outbox-id>", "as `outboxes list` prints it")
    .option(...JSON_OPTION)
    .addHelpText("after", examples("outboxes remove out_0123456789"))
    .action(async (id, options) => answer(await (await import("#cli/outboxes.ts")).outboxesRemove(id, signal), options));
}

function addAccounts(program: Command, { signal, answer }: Commands): void {
  const accounts = program.command("accounts").description("people who sign in to the dashboard");
  accounts
    .command("erase")
    .description("erase an account with its tasks, documents, keys and people; the audit log keeps a pseudonym")
    .argument("<email>", "of the account")
    .option("--yes", "confirm: this cannot be undone")
    .option(...JSON_OPTION)
    .addHelpText("after", examples("accounts erase shop@example.com --yes"))
    .action(async (email, options) => answer(await (await import("#cli/erase.ts")).accountsErase(email, options, signal), options));
  accounts
    .command("link")
    .description("print a link that works once: to become the owner where there is none, else to set a password")
    .option("--account <email>", "whose password; without it the owner's")
    .option("--without-second-factor", "remove the second factor of the person, who has lost app and codes")
    .option(...JSON_OPTION)
    .addHelpText("after", examples("accounts link"))
    .action(async (options) => answer(await (await import("#cli/accounts.ts")).accountsLink(options, signal), options));
  program
    .command("webhooks")
    .description("the secret that signs webhooks")
    .command("secret")
    .description("print the secret that signs an account's webhooks")
    .option("--account <email>", "whose webhooks; without it the owner's")
    .option("--rotate", "make a new one; the old one stays valid for 24 h")
    .option(...JSON_OPTION)
    .addHelpText("after", examples("webhooks secret", "webhooks secret --account shop@example.com"))
    .action(async (options) => answer(await (await import("#cli/webhooks.ts")).webhooksSecret(options, signal), options));
  program
    .command("budget")
    .description("show what an account's calls to model providers cost this month, and set what they may cost")
    .option("--account <email>", "whose calls; without it the owner's")
    .option("--set <usd>", "US dollars per calendar month (UTC), or `none` for the server's own limit", dollars)
    .option(...JSON_OPTION)
    .addHelpText("after", examples("budget", "budget --account shop@example.com --set 25"))
    .action(async (options) => answer(await (await import("#cli/budget.ts")).budget(options, signal), options));
}

function addDatabase(program: Command, { signal, answer }: Commands): void {
  program
    .command("audit")
    .description("the log of who did what: signed in, made keys, deleted, evaluated, corrected")
    .command("verify")
    .description("check that no line of the audit log was changed or removed, and print the place and hash of its last line")
    .option("--known <place:hash>", "what an earlier check printed; that line has to be there still", chainHead)
    .option(...JSON_OPTION)
    .addHelpText("after", examples("audit verify"))
    .action(async (options) => answer(await (await import("#cli/audit.ts")).auditVerify(options, signal), options));
  program
    .command("backup")
    .description("copy database and documents to a new folder, which is a data dir again")
    .argument("<folder>", "a new folder, which is made")
    .option("--with-secret", "with the secret as well, sealed with WINNOW_BACKUP_PASSPHRASE")
    .option(...JSON_OPTION)
    .addHelpText("after", examples("backup /backups/monday"))
    .action(async (folder, options) => answer(await (await import("#cli/backup.ts")).backup(folder, options, signal), options));
  program
    .command("migrate")
    .description("bring the database up to date")
    .option(...JSON_OPTION)
    .addHelpText("after", examples("migrate"))
    .action(async (options) => answer(await (await import("#cli/migrate.ts")).migrateDatabase(signal), options));
}
