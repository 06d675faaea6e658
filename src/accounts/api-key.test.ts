import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hashApiKey, isApiKeyShape, newApiKey } from "./api-key.ts";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

describe("API keys", () => {
  test("K01: a new one has its shape and its checksum, and no two of 10,000 are equal", () => {
    const keys = Array.from({ length: 10_000 }, newApiKey);
    expect(keys.every(isApiKeyShape)).toBe(true);
    expect(new Set(keys).size).toBe(10_000);
    expect(keys.filter((key) => !/^wnw_[0-9A-Za-z]{49}$/.test(key))).toEqual([]);
  });

  test("K01: any single changed character is refused by the checksum alone", () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 52 }), fc.constantFrom(...ALPHABET), (place, sign) => {
        const key = newApiKey();
        fc.pre(key[place] !== sign);
        expect(isApiKeyShape(key.slice(0, place) + sign + key.slice(place + 1))).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });

  test("any two neighbours that change places are refused", () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 51 }), (place) => {
        const key = newApiKey();
        fc.pre(key[place] !== key[place + 1]);
        expect(isApiKeyShape(key.slice(0, place) + key[place + 1] + key[place] + key.slice(place + 2))).toBe(false);
      }),
    );
  });

  test("other texts are refused", () => {
    fc.assert(fc.property(fc.string(), (text) => void expect(isApiKeyShape(text)).toBe(false)));
    const key = newApiKey();
    for (const text of [` ${key}`, `${key}\n`, key.toUpperCase(), key.slice(4), `${key}0`]) expect(isApiKeyShape(text)).toBe(false);
  });

  test("the hash is 32 bytes, the same for the same key and another for another", () => {
    const [a, b] = [newApiKey(), newApiKey()];
    expect(hashApiKey(a)).toHaveLength(32);
    expect(hashApiKey(a)).toEqual(hashApiKey(a));
    expect(hashApiKey(a)).not.toEqual(hashApiKey(b));
  });
});
