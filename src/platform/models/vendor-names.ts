/** What people call the vendors. */
import type { Provider } from "#contract/providers.ts";

const NAMES: Record<Provider, string> = { openai: "OpenAI", anthropic: "Anthropic", gemini: "Gemini" };
export const nameOf = (provider: Provider): string => NAMES[provider];
