/** `winnow webhooks secret`. */
import { findAccount } from "#accounts/accounts.store.ts";
import { readSecret, secretBox } from "#platform/secret-box.ts";
import { readWebhookSecret, rotateWebhookSecret } from "#webhooks/secret.ts";
import { withDatabase } from "./with-database.ts";

export async function webhooksSecret(options: { account: string; rotate?: boolean }): Promise<void> {
  const { secret } = await withDatabase(async (db, config) => {
    const accountId = await findAccount(db, options.account);
    if (accountId === null)
      throw new Error(
        `There is no account ${options.account}. It is made with its first key: npm run --silent winnow -- keys create --name NAME --account ${options.account}`,
      );
    const deps = { db, secretBox: secretBox(await readSecret(config.secret, config.dataDir)) };
    return options.rotate ? rotateWebhookSecret(deps, accountId) : readWebhookSecret(deps, accountId);
  });
  process.stdout.write(`${secret}\n`);
}
