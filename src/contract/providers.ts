/** The possible providers: the three model vendors of the source API, and the engine without a model. */

export const PROVIDERS = ["openai", "anthropic", "gemini"] as const;
export type Provider = (typeof PROVIDERS)[number];

export const PROVIDER_NAMES = ["local", ...PROVIDERS] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];

/** Who may read a document: `hybrid` is the local engine, with a model for what it is not sure of. */
export const ENGINE_NAMES = [...PROVIDER_NAMES, "hybrid"] as const;
export type EngineName = (typeof ENGINE_NAMES)[number];
