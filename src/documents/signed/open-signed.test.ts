import { readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TaskErrorCode } from "#contract/task-errors.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import { sniff } from "#documents/sniff.ts";
import { makeEncrypted, makeSigned } from "#documents/testing/make-signed.ts";
import { openSigned } from "./open-signed.ts";

const FILES = path.resolve(import.meta.dirname, "../testing/signed-files");
const file = (name: string): Buffer => readFileSync(path.join(FILES, name));
const TEXT = Buffer.from("Invoice number: FE-2026-17");

function failureOf(bytes: Buffer): { code: TaskErrorCode; message: string } | null {
  try {
    openSigned(bytes);
    return null;
  } catch (error) {
    if (!(error instanceof TaskFailure)) throw error;
    return { code: error.code, message: error.publicMessage };
  }
}

describe("openSigned", () => {
  test.each(["invoice-der", "invoice-stream", "invoice-pem", "invoice-twice"])("opens %s as OpenSSL writes it", (name) => {
    const bytes = file(`${name}.xml.p7m`);
    expect(sniff(bytes)).toBe("application/pkcs7-mime");
    const opened = openSigned(bytes);
    expect(opened.type).toBe("application/xml");
    expect(opened.bytes).toEqual(openSigned(file("invoice-der.xml.p7m")).bytes);
    expect(opened.bytes.toString()).toMatch(/^<p:FatturaElettronica .*<\/p:FatturaElettronica>$/s);
  });

  test("gives back any bytes as they were, from DER, from pieces and from base64", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 5_000 }), fc.integer({ min: 1, max: 600 }), (any, pieces) => {
        // Behind a head of text, so that the content is of a type that is read.
        const content = Buffer.concat([Buffer.from("%PDF-1.7\n"), any]);
        for (const form of [{}, { pieces }, { text: "base64" }, { text: "pem" }, { pieces, text: "base64" }] as const) {
          const signed = makeSigned(content, form);
          expect(sniff(signed)).toBe("application/pkcs7-mime");
          expect(openSigned(signed).bytes.equals(content)).toBe(true);
        }
      }),
      { numRuns: 50 },
    );
  });

  test("ends with a named failure for any bytes behind the head of an envelope", () => {
    const whole = makeSigned(TEXT, { pieces: 5 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: whole.length - 1 }), fc.integer({ min: 0, max: 255 }), (at, value) => {
        const changed = Buffer.from(whole);
        changed[at] = value;
        failureOf(changed);
        failureOf(whole.subarray(0, at));
      }),
    );
  });

  test("says that the signature was not checked", () => {
    expect(openSigned(makeSigned(TEXT)).warnings).toMatchObject([
      { code: "signature_not_checked", message: expect.stringContaining("not checked") },
    ]);
  });

  test("reads what was signed though the signatures behind it are cut or damaged", () => {
    for (const name of ["invoice-der", "invoice-stream"]) {
      const whole = file(`${name}.xml.p7m`);
      const { bytes } = openSigned(whole);
      const end = whole.indexOf(bytes) + bytes.length + 10;
      expect(openSigned(whole.subarray(0, end)).bytes).toEqual(bytes);
      expect(openSigned(Buffer.concat([whole.subarray(0, end), Buffer.alloc(50, 0xff)])).bytes).toEqual(bytes);
    }
  });

  test("takes three envelopes in each other, and no more", () => {
    const three = makeSigned(makeSigned(makeSigned(TEXT, { text: "base64" })), { pieces: 40 });
    expect(openSigned(three).bytes).toEqual(TEXT);
    expect(failureOf(makeSigned(three))).toMatchObject({ code: "deadline_exceeded", message: expect.stringContaining("nested") });
  });

  test("takes what a mailer signs as a mail", () => {
    const body = Buffer.from('Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n\r\nHello\r\n--b--\r\n');
    expect(openSigned(makeSigned(body)).type).toBe("message/rfc822");
  });

  test.each<[string, () => Buffer, TaskErrorCode, string]>([
    ["an encrypted file", () => file("encrypted.p7m"), "encrypted_document", "Decrypt it"],
    ["an encrypted file in a signed one", () => makeSigned(makeEncrypted()), "encrypted_document", "Decrypt it"],
    ["a signature without its document", () => file("signature-only.p7s"), "unsupported_type", "without a document"],
    ["a signature in a signed file", () => makeSigned(makeSigned(null)), "unsupported_type", "without a document"],
    ["a signed file of another type", () => makeSigned(Buffer.from("\x7fELF\0\0")), "unsupported_type", "that was signed"],
    ["a signed picture of a type that is not read", () => makeSigned(Buffer.from("\0\0\0\x18ftypavif")), "unsupported_type", "AVIF"],
    ["a signed file of nothing", () => makeSigned(Buffer.alloc(0)), "unsupported_type", "that was signed"],
  ])("refuses %s, and says why", (_, make, code, message) => {
    expect(failureOf(make())).toMatchObject({ code, message: expect.stringContaining(message) });
  });
});
