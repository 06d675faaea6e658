import { describe, expect, test } from "vitest";
import { sniff, sniffAmong, whyUnsupported } from "./sniff.ts";
import { makeEncrypted, makeSigned } from "./testing/make-signed.ts";

const SIGNED = "application/pkcs7-mime";

describe("sniff", () => {
  test("knows PDF, PNG and JPEG by their first bytes", () => {
    expect(sniff(Buffer.from("%PDF-1.7\n"))).toBe("application/pdf");
    expect(sniff(Buffer.from("89504e470d0a1a0a00", "hex"))).toBe("image/png");
    expect(sniff(Buffer.from("ffd8ffe000104a464946", "hex"))).toBe("image/jpeg");
  });

  test("finds a PDF header behind junk within the first 1024 bytes and not beyond", () => {
    expect(sniff(Buffer.concat([Buffer.alloc(1020), Buffer.from("%PDF-1.4")]))).toBe("application/pdf");
    expect(sniff(Buffer.concat([Buffer.alloc(1025), Buffer.from("%PDF-1.4")]))).toBeNull();
  });

  test("detects no other format", () => {
    for (const head of [
      "RIFF\0\0\0\0WAVE",
      "BM\0\0",
      "PK\x03\x04",
      "",
      "\0%PD",
      "\0\0\0\x18ftypavif",
      "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
    ]) {
      expect(sniff(Buffer.from(head, "latin1"))).toBeNull();
    }
  });

  test("gives a polyglot one type: the image signature at the start wins", () => {
    expect(sniff(Buffer.concat([Buffer.from("ffd8ffe0", "hex"), Buffer.from("%PDF-1.4")]))).toBe("image/jpeg");
  });

  test("knows signed and encrypted files by their bytes, whatever they hold", () => {
    const pdf = Buffer.from("%PDF-1.7\n");
    for (const form of [{}, { pieces: 4 }, { text: "base64" }, { text: "pem" }] as const)
      expect(sniff(makeSigned(pdf, form)), JSON.stringify(form)).toBe(SIGNED);
    expect(sniff(makeEncrypted())).toBe(SIGNED);
    expect(sniff(Buffer.from(`\ufeff\n${makeSigned(pdf).toString("base64")}`))).toBe(SIGNED);
  });

  test("does not take a signature without its document, and says so", () => {
    for (const form of [{}, { pieces: 4 }, { text: "pem" }] as const) {
      const signature = makeSigned(null, form);
      expect(sniff(signature)).toBeNull();
      expect(whyUnsupported(signature).message).toContain("without a document");
    }
  });

  test("takes text and bytes that begin like an envelope for what they are", () => {
    expect(sniff(Buffer.from("MIAMI is a town.\nMILAN is another."))).toBe("text/plain");
    expect(sniff(Buffer.from("MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA"))).toBe("text/plain");
    expect(sniff(Buffer.from("0\x80 is not one", "latin1"))).toBe("text/plain");
  });
});

describe("sniffAmong", () => {
  test("takes a signed PDF for a PDF where signed files are not accepted", () => {
    const signed = makeSigned(Buffer.from("%PDF-1.7\n"));
    expect(sniffAmong(signed, ["application/pdf"])).toEqual({ type: "application/pdf", seen: "application/pdf" });
    expect(sniffAmong(signed, ["application/pdf", SIGNED]).type).toBe(SIGNED);
    expect(sniffAmong(makeSigned(Buffer.from("text")), ["application/pdf", "text/plain"]).type).toBeNull();
  });
});
