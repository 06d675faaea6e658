/** Groups of applicants from a CSV file: the column application_id, perhaps selected, and each other column a category. */
import { parse } from "csv-parse/browser/esm/sync";
import type { Schemas } from "#api.ts";

const SELECTED = /^(?:1|yes|y|true|x)$/i;

/** An empty cell says nothing of the applicant. Throws what is wrong with the file. */
export function groupsOfCsv(text: string): Schemas["GroupsRequest"] {
  const rows = parse<Record<string, string>>(text, {
    columns: true,
    bom: true,
    trim: true,
    skip_empty_lines: true,
    delimiter: [",", ";", "\t"],
  });
  if (rows.length === 0) throw new Error("The file has no rows below its first line.");
  if (rows.some(({ application_id }) => !application_id))
    throw new Error("The first line has to name a column application_id, and each row its id.");
  const hasSelected = rows.some(({ selected }) => selected !== undefined);
  return {
    groups: Object.fromEntries(
      rows.map(({ application_id: id = "", selected: _, ...groups }) => [
        id,
        Object.fromEntries(Object.entries(groups).filter(([, group]) => group !== "")),
      ]),
    ),
    selected: hasSelected
      ? rows.flatMap(({ application_id = "", selected = "" }) => (SELECTED.test(selected) ? [application_id] : []))
      : null,
  };
}
