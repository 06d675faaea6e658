/** The ranking as files. Names leave only when they were revealed. */
import type { Ranking } from "#api.ts";
import { csvOf } from "#app/csv.ts";

export function rankingCsv({ applications, skills }: Ranking, revealed: boolean): string {
  const heads = ["rank", "application_id", ...(revealed ? ["name", "email", "phone", "filename"] : []), "status", "overall_score"];
  const rows = applications.map((each, i) => [
    each.overall_score === null ? "" : i + 1,
    each.application_id,
    ...(revealed ? [each.name, each.email, each.phone, each.filename ?? ""] : []),
    each.status,
    each.overall_score ?? "",
    ...skills.flatMap((skill) => [each.skills[skill]?.score ?? "", each.skills[skill]?.evidence ?? ""]),
  ]);
  return csvOf([[...heads, ...skills.flatMap((skill) => [skill, `${skill}: evidence`])], ...rows]);
}

export function jsonOf(list: Ranking, revealed: boolean): string {
  const blind = ({
    name: _name,
    email: _email,
    phone: _phone,
    filename: _file,
    resume_url: _url,
    ...rest
  }: Ranking["applications"][number]) => rest;
  return JSON.stringify({ ...list, applications: revealed ? list.applications : list.applications.map(blind) }, null, 2);
}
