/** How the configuration reaches the database and opens documents. */
import { fileURLToPath } from "node:url";
import type { Config } from "#platform/config.ts";
import { accountInScope } from "#platform/postgres/account-scope.ts";
import type { Connection } from "#platform/postgres/client.ts";
import { embeddedConnection } from "#platform/postgres/embedded-postgres.ts";

export function connectionOf(config: Config): Connection {
  return config.database.kind === "url" ? { connectionString: config.database.url } : embeddedConnection(config.database.folder);
}

export const READER_ENTRY = fileURLToPath(new URL("./reader-process.ts", import.meta.url));

/** The reader's options in this configuration. */
export function readerOf({ readerDirs, readerLevel }: Config) {
  return { ...readerDirs, entry: READER_ENTRY, lane: accountInScope, ...(readerLevel === null ? {} : { level: readerLevel }) };
}
