import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeBase64 } from "./base64.ts";
import { ApiError } from "./errors.ts";

describe("decodeBase64", () => {
  test("gives back what was encoded, in every way people write it", () => {
    const spaces = fc.constantFrom("", " ", "\n", "\r\n", "\t");
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 300 }),
        spaces,
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        (bytes, space, urlSafe, padded, asUrl) => {
          let text = Buffer.from(bytes)
            .toString(urlSafe ? "base64url" : "base64")
            .replace(/=+$/, (signs) => (padded ? signs : ""));
          text = text.replace(/.{20}/g, `$&${space}`);
          expect(decodeBase64(asUrl ? `data:application/pdf;base64,${text}` : text)).toEqual(Buffer.from(bytes));
        },
      ),
    );
  });

  test("refuses any other text with 400 and throws nothing else", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        try {
          decodeBase64(text);
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError);
          expect(error).toMatchObject({ status: 400 });
        }
      }),
    );
  });

  test.each(["a", "abcde", "ab=c", "a===", "äbcd", "====", "data:,abcd", "data:application/pdf;base64", "data:application/pdf;base64,"])(
    "%j is refused",
    (text) => expect(() => decodeBase64(text)).toThrow(ApiError),
  );
});
