/** The ranking as files. Names leave only when they were revealed. */
import type { Schemas } from "#api.ts";

type List = Schemas["ApplicationList"];

export function csvOf({ applications, skills }: List, revealed: boolean): string {
  const heads = ["rank", "application_id", ...(revealed ? ["name", "email", "phone", "filename"] : []), "status", "overall_score"];
  const rows = applications.map((each, i) => [
    each.overall_score === null ? "" : i + 1,
    each.application_id,
    ...(revealed ? [each.name, each.email, each.phone, each.filename ?? ""] : []),
    each.status,
    each.overall_score ?? "",
    ...skills.flatMap((skill) => [each.skills[skill]?.score ?? "", each.skills[skill]?.evidence ?? ""]),
  ]);
  const all = [[...heads, ...skills.flatMap((skill) => [skill, `${skill}: evidence`])], ...rows];
  return `${all.map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}

/** RFC 4180. What a spreadsheet would take for a formula gets an apostrophe (OWASP, CSV injection). */
function cell(value: string | number): string {
  const text = typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function jsonOf(list: List, revealed: boolean): string {
  const blind = ({ name: _name, email: _email, phone: _phone, filename: _file, resume_url: _url, ...rest }: List["applications"][number]) =>
    rest;
  return JSON.stringify({ ...list, applications: revealed ? list.applications : list.applications.map(blind) }, null, 2);
}

export function download(name: string, type: string, text: string): void {
  // A spreadsheet takes the bytes for UTF-8 only with this mark before them.
  const url = URL.createObjectURL(new Blob([type === "text/csv" ? "\ufeff" : "", text], { type }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
