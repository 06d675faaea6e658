/** `winnow webhooks secret`. */
import { BY_COMMAND } from "#platform/audit.store.ts";
import { secretBox } from "#platform/secret-box.ts";
import { readSecret } from "#platform/service-secret.ts";
import { readWebhookSecret, rotateWebhookSecret } from "#webhooks/secret.ts";
import { accountOf } from "./account-of.ts";
import type { CommandOutput } from "./output.ts";
import { withDatabase } from "./with-database.ts";

export async function webhooksSecret(options: { account?: string; rotate?: boolean }, signal: AbortSignal): Promise<CommandOutput> {
  const record = await withDatabase(signal, async (db, config) => {
    const { accountId } = await accountOf(db, options.account);
    const deps = { db, secretBox: secretBox(await readSecret(config)) };
    return options.rotate ? rotateWebhookSecret(deps, { accountId, ...BY_COMMAND }) : readWebhookSecret(deps, accountId);
  });
  return { record, lines: [record.secret] };
}
