/** HTML whose values are escaped unless they are HTML made here. */
const MADE = Symbol("made");
export type Html = { [MADE]: true; text: string };
type Value = string | number | null | Html | readonly Html[];

const SIGNS: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** A template: values become text, also in attributes within quotation marks (HTML, "Escaping a string"); null and lists become what they hold. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  const text = parts.map((part, i) => part + (i < values.length ? shown(values[i] ?? null) : "")).join("");
  return { [MADE]: true, text };
}

function shown(value: Value): string {
  if (value === null) return "";
  if (typeof value === "string" || typeof value === "number") return String(value).replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? "");
  return "text" in value ? value.text : value.map(({ text }) => text).join("");
}

/** `css`: of the code, never of a caller, as it is not escaped: its hash is in the page's policy. */
export const styleElement = (css: string): Html => ({ [MADE]: true, text: `<style>${css}</style>` });
