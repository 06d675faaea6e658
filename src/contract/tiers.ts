/** Account tiers and their request rates per minute. */
export const TIERS = ["free", "pro", "enterprise"] as const;
export type Tier = (typeof TIERS)[number];

export const RATE_PER_MINUTE: Record<Tier, number> = { free: 100, pro: 1000, enterprise: 10_000 };
export const RATE_WINDOW_SECONDS = 60;

/** Requests of the dashboard that start no work, per person: page images, lists, states, keys. */
export const DASHBOARD_REQUESTS_PER_MINUTE = 1200;
/** Attempts to sign in, to join or to use a link, per caller's IP address. */
export const SIGN_IN_TRIES_PER_MINUTE = 120;
/** Wrong API keys, per caller's IP address and process. */
export const WRONG_KEYS_PER_MINUTE = 300;
