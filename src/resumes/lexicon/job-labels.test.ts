import fc from "fast-check";
import { expect, test } from "vitest";
import { JOB_LABEL_KINDS, jobLabelAt, jobLabelKind } from "./job-labels.ts";

test.each([
  ["Designation: Data Analyst", "title", " Data Analyst"],
  ["2. Company : Example Ltd", "employer", " Example Ltd"],
  ["Firma：Beispiel GmbH", "employer", "Beispiel GmbH"],
  ["DURATION Jan 2014 to Jun 2015", "period", "Jan 2014 to Jun 2015"],
  ["Roles & Responsibilities:", "detail", ""],
])("%s", (text, kind, value) => {
  const label = jobLabelAt(text);
  expect([label?.kind, text.slice(label?.to)]).toEqual([kind, value]);
});

test.each(["Data Analyst", "Built it: a website", "Position", "PROJECT MANAGER", "Example Ltd: London"])(
  "%s begins with no label",
  (text) => {
    expect(jobLabelAt(text)).toBeNull();
  },
);

test("a label's value begins within the text, and its kind is one of the kinds", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((rest) => `Company: ${rest}`),
      ),
      (text) => {
        const label = jobLabelAt(text);
        if (!label) return;
        expect(JOB_LABEL_KINDS).toContain(label.kind);
        expect(label.to).toBeGreaterThan(0);
        expect(label.to).toBeLessThanOrEqual(text.length);
        expect(jobLabelKind(text.slice(0, label.to - 1))).toBe(label.kind);
      },
    ),
  );
});
