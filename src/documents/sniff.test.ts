import { describe, expect, test } from "vitest";
import { sniff } from "./sniff.ts";

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
      "\0\0\0\x18ftypheic",
      "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
    ]) {
      expect(sniff(Buffer.from(head, "latin1"))).toBeNull();
    }
  });

  test("gives a polyglot one type: the image signature at the start wins", () => {
    expect(sniff(Buffer.concat([Buffer.from("ffd8ffe0", "hex"), Buffer.from("%PDF-1.4")]))).toBe("image/jpeg");
  });
});
