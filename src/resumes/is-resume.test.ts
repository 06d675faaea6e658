import { describe, expect, test } from "vitest";
import type { Document } from "#documents/document.ts";
import { typedDocument } from "#engines/typed-document.ts";
import { readResume } from "./read-resume.ts";

const codes = (document: Document) => readResume(document).warnings.map(({ code }) => code);

describe("a document that is not a résumé", () => {
  test("an invoice gives no person", () => {
    const invoice = typedDocument("Example GmbH\nMusterweg 3\nRechnung Nr. 4711\nSumme 119,00 EUR\ninfo@example.de\n+49 30 23125 014");
    expect(readResume(invoice)).toMatchObject({ resume: {}, confidence: 0 });
    expect(codes(invoice)).toContain("not_a_resume");
  });

  test("a letter gives no person, although its writer is named", () => {
    const letter = typedDocument(
      `Jane Roe\n(617) 555-0199\njane@example.com\n\nDear Sir,\nthank you for your letter.\n\nSincerely,\nJane Roe`,
    );
    expect(readResume(letter).resume).toEqual({});
    expect(codes(letter)).toContain("not_a_resume");
  });

  test("an empty page gives no person", () => {
    expect(readResume(typedDocument("")).resume).toEqual({});
  });
});

test("hidden text is not read and is reported", () => {
  const document = typedDocument(
    "Jane Roe\njane@example.com\n\nSKILLS\nPython, SQL\n\nEDUCATION\nB.Sc. in Physics, Example University, 2015",
  );
  document.pages[0]?.hidden.push({ text: "Kubernetes", box: { left: 1, top: 1, right: 9, bottom: 9 }, reason: "invisible_color" });
  const { resume, warnings } = readResume(document);
  expect(JSON.stringify(resume)).not.toContain("Kubernetes");
  expect(warnings.map(({ code }) => code)).toContain("hidden_text");
});
