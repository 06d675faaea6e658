import { expect, test, vi } from "vitest";
import { PROVIDERS } from "#contract/providers.ts";
import { modelsOf } from "./settings.ts";
import { languageModel, openModelClient } from "./vendors.ts";

test.each(PROVIDERS)("an address of %s that is set and empty, as Compose passes it on, means the vendor's own", async (provider) => {
  const name = provider.toUpperCase();
  await using client = openModelClient();
  vi.stubEnv(`${name}_BASE_URL`, "");
  try {
    const settings = modelsOf({ [`${name}_API_KEY`]: "a key", [`${name}_BASE_URL`]: "" }).providers[provider];
    if (!settings) throw new Error("a key is enough");
    expect((await languageModel(provider, settings, client)).modelId).toBe(settings.model);
  } finally {
    vi.unstubAllEnvs();
  }
});
