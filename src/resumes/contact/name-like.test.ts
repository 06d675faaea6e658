import { describe, expect, test } from "vitest";
import { isNameLike } from "./name-like.ts";

describe("a name", () => {
  test.each([
    "Ada Example",
    "Ben Sample",
    "Larry Page",
    "María del Carmen Núñez de la Fuente",
    "João Pedro dos Santos e Silva",
    "S. Ramanathan",
  ])("may be %s", (text) => expect(isNameLike(text)).toBe(true));
  test.each(["Resume Sample", "Example", "Sample Resume", "Functional Example", "Work Experience"])("is not %s", (text) =>
    expect(isNameLike(text)).toBe(false),
  );
});
