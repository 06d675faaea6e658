/** An environment read by the service's own reader, with the variables that nobody reads, such as misspelt ones. */
import { type Config, readConfig } from "#platform/config.ts";

/** Read by the library of the bucket. */
const OF_THE_BUCKET = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"];

/** Throws ConfigError, as a start would. */
export function readWhole(env: Record<string, string>): { config: Config; unread: string[] } {
  const read = new Set(OF_THE_BUCKET);
  const watched = new Proxy(env, {
    get(target, name: string) {
      read.add(name);
      return target[name];
    },
  });
  const config = readConfig(watched, "/");
  return { config, unread: Object.keys(env).filter((name) => !read.has(name)) };
}
