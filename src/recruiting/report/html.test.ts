/** What a template of the report makes of values. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { html } from "./html.ts";

const SIGNS: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&amp;": "&" };
const unescaped = (text: string) => text.replace(/&(?:lt|gt|quot|#39|amp);/g, (sign) => SIGNS[sign] ?? "");

test("any text stays that text, and ends neither an element nor an attribute", () => {
  const signs = fc.string({ unit: fc.constantFrom("<", ">", "&", '"', "'", "/", "a", "=", " ", "amp;", "é", "😀") });
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), signs), (text) => {
      const { text: made } = html`${text}`;
      expect(made).not.toMatch(/[<>"']/);
      expect(unescaped(made)).toBe(text);
    }),
  );
});

test("HTML made by a template, alone or in lists, is put in as it is; null is nothing", () => {
  const items = ["<", "b"].map((each) => html`<li>${each}</li>`);
  expect(html`<ul>${items}</ul>${null}${html`<p>${7}</p>`}`.text).toBe("<ul><li>&lt;</li><li>b</li></ul><p>7</p>");
});
