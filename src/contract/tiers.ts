/** Account tiers and their request rates per minute. */
export const TIERS = ["free", "pro", "enterprise"] as const;
export type Tier = (typeof TIERS)[number];

export const RATE_PER_MINUTE: Record<Tier, number> = { free: 100, pro: 1000, enterprise: 10_000 };
export const RATE_WINDOW_SECONDS = 60;

/** What the dashboard asks for that makes no work, per account: pages of documents, lists, states, keys. */
export const DASHBOARD_REQUESTS_PER_MINUTE = 1200;
/** Tries to sign in, to join or to use a link, per address of the caller. */
export const SIGN_IN_TRIES_PER_MINUTE = 120;
/** Wrong API keys, per address of the caller and process. */
export const WRONG_KEYS_PER_MINUTE = 300;
