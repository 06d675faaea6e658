import { expect, test } from "vitest";
import type { Field } from "#contract/schema/field.ts";
import { localEngine } from "#engines/local/engine.ts";
import { typedDocument } from "#engines/typed-document.ts";

const asked = (name: string, description: string): Field => ({ name, type: "number", description });

async function answers(pages: readonly string[], ...fields: Field[]) {
  const ask = { document: typedDocument(...pages), schema: { fields } };
  const { findings } = await localEngine.extract(ask, new AbortController().signal);
  return Object.fromEntries(findings.map(({ path, raw }) => [path.slice(1), raw]));
}

/** A form with a form attached that numbers its lines again. */
const FORM = ["Form 77 (2024)", "8   Other income   8   5,400.00", "9   Add lines 7 and 8   9   166,940.00", "10   Adjustments   10"].join(
  "\n",
);
const ATTACHED = [
  "SCHEDULE 2 (Form 77)",
  "9   Tax of Form 8611   9   0.00",
  "10   Tax of Form 8919   10   0.00",
  "11   Sum   11   0.00",
].join("\n");

test("a field that is asked for by its line has the value of the document's own form", async () => {
  expect(await answers([FORM, ATTACHED], asked("line_9", "Amount on line 9 of the Form 77"))).toEqual({ line_9: "166,940.00" });
});

test("a line that is empty there has no value, whatever an attached form says", async () => {
  expect(await answers([FORM, ATTACHED], asked("line_10", "Amount on line 10 of the Form 77"))).toEqual({});
});
