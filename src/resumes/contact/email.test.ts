import { expect, test } from "vitest";
import { typedDocument } from "#engines/typed-document.ts";
import { linkedEmails } from "./email.ts";

test("a mail link with invalid percent-encoding is taken as it is", () => {
  const document = typedDocument("Jane Roe");
  const [page] = document.pages;
  if (page) page.links = [{ url: "mailto:jane%zz@example.com", text: "Mail", box: { left: 0, top: 0, right: 10, bottom: 10 } }];
  expect(linkedEmails(document)).toEqual(["jane%zz@example.com"]);
});
