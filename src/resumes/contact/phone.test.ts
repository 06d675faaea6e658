import { expect, test } from "vitest";
import { typedDocument } from "#engines/typed-document.ts";
import { rowsInOrder } from "#resumes/page/reading-order.ts";
import { findPhones } from "./phone.ts";

const phonesIn = (text: string) => findPhones(rowsInOrder(typedDocument(text))).map(({ piece }) => piece.text);

test.each([
  ["Tel. +86 21 5550 0177", "+86 21 5550 0177"],
  ["Austin, TX | P: (312) 555-0123 | jane@example.com", "(312) 555-0123"],
  ["+49 30 23125 014 · jane@example.com", "+49 30 23125 014"],
  ["Pleasantville, CA 94588  (555) 123-4567", "(555) 123-4567"],
  ["Mobile: 123-456-7890", "123-456-7890"],
])("%s has %s", (text, number) => {
  expect(phonesIn(text)).toEqual([number]);
});

test.each(["2009 - 2012", "12.05.2019", "Fax: +49 30 23125 014", "linkedin.com/in/jane-12345678", "Springfield, IL 62701-1234"])(
  "%s has none",
  (text) => expect(phonesIn(text)).toEqual([]),
);

test.each([
  ["3 212 555-0142", 0.4, "212 555-0142"],
  ["3 212 555-0142", 0.9, "3 212 555-0142"],
  ["+1 312 555 0163 8", 0.9, "+1 312 555 0163"],
  ["+49 30 23125 8", 0.9, "+49 30 23125 8"],
])("an icon read as a digit is not part of %s (certainty %d)", (text, certainty, number) => {
  const document = typedDocument(text);
  const words = document.pages.flatMap((page) => page.lines.flatMap((line) => line.segments.flatMap((segment) => segment.words)));
  for (const word of words) Object.assign(word, { source: "ocr", certainty });
  expect(findPhones(rowsInOrder(document)).map(({ piece }) => piece.text)).toEqual([number]);
});
