/** The service in a namespace with an account, as the tests of the guard need it. */
import { inject } from "vitest";
import { createKey } from "#accounts/keys.ts";
import { openDb } from "#platform/postgres/db.ts";
import { Client } from "../client.ts";
import { cloneDatabase } from "../service.ts";
import { openNamespace, type World } from "./open.ts";
import { EXEMPT } from "./zone.ts";

/** Behind it nothing but a canary. Set for the service all the time. */
const PROXY = "http://192.168.1.1:3128";
const PROXY_VARIABLES = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy"];
/** What the service takes for its own host; the zone has it as a name of the allowed server. */
export const OWN_NAME = "winnow.example";

/** `other`: of another account. */
export async function serviceInNamespace(): Promise<{ world: World; client: Client; other: Client }> {
  const databaseUrl = await cloneDatabase();
  const world = await openNamespace({
    tessdataDir: inject("tessdataDir"),
    env: {
      DATABASE_URL: databaseUrl,
      HOST: "0.0.0.0",
      WINNOW_ALLOW_HOSTS: `${EXEMPT}/32`,
      WINNOW_PUBLIC_URL: `https://${OWN_NAME}`,
      WINNOW_WORKERS: "1",
      NODE_USE_ENV_PROXY: "1",
      ...Object.fromEntries(PROXY_VARIABLES.map((name) => [name, PROXY])),
    },
  });
  const options = { connectionsMax: 1, name: "test", role: null, onError: () => undefined };
  await using opened = openDb({ connectionString: databaseUrl }, options);
  const clientOf = async (email: string) => {
    const { key } = await createKey(opened.db, { name: "test", email, tier: "enterprise", ratePerMinute: 1_000_000 });
    return new Client(world.url, key);
  };
  return { world, client: await clientOf("a@example.com"), other: await clientOf("b@example.com") };
}
