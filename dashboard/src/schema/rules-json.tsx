/** The rules of a template as JSON. What cannot be read keeps the form from being sent; what does not fit is told beside. */
import { useEffect, useRef, useState } from "react";
import { type Template, WinnowError } from "#api.ts";
import { Code } from "#ui/copy.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { TextArea } from "#ui/field.tsx";
import { Card } from "#ui/page.tsx";

export type Rules = Template["rules"];

const EXAMPLE = `{
  "checks": [
    {
      "name": "Sum",
      "check": "total.amount == net.amount + vat.amount",
      "message": "Net and VAT do not add up to the total."
    },
    { "name": "Dates", "check": "due_date >= invoice_date" },
    { "name": "IBAN", "check": "iban.matches(\\"^[A-Z]{2}[0-9]{2}\\")" },
    { "name": "VAT number", "check": "vat_id != null || country != \\"DE\\"" }
  ],
  "computed": [
    { "name": "days_to_pay", "type": "number", "value": "days(invoice_date, due_date)" }
  ],
  "lookups": [
    {
      "name": "supplier",
      "list": "lst_…",
      "by": [
        { "field": "/iban", "column": "IBAN", "how": "exact" },
        { "field": "/supplier", "column": "Name", "how": "fuzzy" }
      ],
      "gives": { "number": "Number" }
    }
  ],
  "duplicates": { "fields": ["/supplier", "/invoice_number", "/total"], "days": 365 }
}`;

const NAME = "rules";
/** Of a form that was sent, whose rules are JSON. */
export const rulesIn = (form: FormData): Rules => (String(form.get(NAME)).trim() === "" ? null : JSON.parse(String(form.get(NAME))));

export function RulesJson({ rules, failure }: { rules: Rules; failure: unknown }) {
  const [fault, setFault] = useState("");
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => area.current?.setCustomValidity(fault), [fault]);
  const faults = faultsIn(failure);
  return (
    <Card title="Rules">
      <TextArea
        label="Rules as JSON"
        name={NAME}
        ref={area}
        rows={rules ? 14 : 4}
        spellCheck={false}
        defaultValue={rules ? JSON.stringify(withoutNothing(rules), null, 2) : ""}
        onChange={({ target }) => setFault(faultOf(target.value))}
        error={fault || null}
        hint="Checks, computed values, lookups in your lists, and duplicates. They say and suggest, and never change a value. Leave empty for none."
        className="font-mono text-xs"
      />
      {faults.length > 0 && (
        <ul role="alert" aria-label="Rules that do not fit" className="mt-2 space-y-1 rounded-lg bg-bad-soft px-3 py-2 text-sm">
          {faults.map(({ place, msg }) => (
            <li key={`${place} ${msg}`}>
              <span className="font-mono text-xs">{place}</span>: {msg}
            </li>
          ))}
        </ul>
      )}
      <Disclosure summary="Example" className="mt-2">
        <div className="mt-2">
          <Code label="Rules of an invoice" text={EXAMPLE} />
        </div>
      </Disclosure>
    </Card>
  );
}

function faultOf(text: string): string {
  if (text.trim() === "") return "";
  try {
    const value = JSON.parse(text);
    return value !== null && typeof value === "object" && !Array.isArray(value)
      ? ""
      : "Write an object with checks, computed, lookups or duplicates.";
  } catch (error) {
    return `This is not valid JSON: ${error instanceof Error ? error.message : error}`;
  }
}

function faultsIn(failure: unknown): { place: string; msg: string }[] {
  if (!(failure instanceof WinnowError)) return [];
  return failure.issues.filter(({ loc }) => loc[1] === NAME).map(({ loc, msg }) => ({ place: loc.slice(2).join(" / "), msg }));
}

/** Parts that the rules do not have are left out of what is edited. */
const withoutNothing = (rules: NonNullable<Rules>): object =>
  Object.fromEntries(Object.entries(rules).filter(([, part]) => part !== null && part !== undefined));
