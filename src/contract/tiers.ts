/** Account tiers and their request rates per minute (source §8; the enterprise default is contract §3). */
export const TIERS = ["free", "pro", "enterprise"] as const;
export type Tier = (typeof TIERS)[number];

export const RATE_PER_MINUTE: Record<Tier, number> = { free: 100, pro: 1000, enterprise: 10_000 };
export const RATE_WINDOW_SECONDS = 60;
