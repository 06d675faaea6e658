/** Counts which facts about applicants blinding leaves in their résumés, and which phrases about work lose a word. */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { typedDocument } from "#engines/typed-document.ts";
import { readAsResume } from "#resumes/read-resume.ts";
import { resumeClaimsOf } from "#scoring/resume-claims.ts";

/** `planted`: words in `summary` and `work` that identify the applicant. `keep`: phrases that do not. */
type Row = {
  id: string;
  lang: string;
  name: string;
  email: string;
  school: string;
  employers: [string, string];
  summary: string[];
  work: string[];
  planted: string[];
  keep: string[];
};

const USE = "blinding --planted FILE";
/** Languages without spaces between words: there a fact is looked for anywhere. */
const UNSPACED: ReadonlySet<string> = new Set(["ja", "zh", "th"]);

/** `--planted`: one résumé a line, as JSON. Prints each fact that is left and each phrase that is not whole, then the counts. */
export function blinding(argv: string[]): void {
  const { values } = parseArgs({ args: argv, options: { planted: { type: "string" } } });
  if (values.planted === undefined) throw new Error(`Use: ${USE}`);
  const rows: Row[] = readFileSync(values.planted, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  let [left, hurt] = [0, 0];
  for (const row of rows) {
    const told = toldOf(row);
    for (const fact of row.planted.filter((each) => isIn(told, each, row.lang))) {
      left++;
      console.log(`left in ${row.id}: ${fact}`);
    }
    for (const phrase of row.keep.filter((each) => !told.includes(each))) {
      hurt++;
      console.log(`not whole in ${row.id}: ${phrase}`);
    }
  }
  const sum = (of: (row: Row) => readonly string[]) => rows.reduce((total, row) => total + of(row).length, 0);
  console.log(
    `${left} of ${sum(({ planted }) => planted)} facts are left; ${hurt} of ${sum(({ keep }) => keep)} phrases about work are not whole`,
  );
}

/** All texts that are stored, scored or shown to a model. */
function toldOf({ name, email, school, employers, summary, work }: Row): string {
  const document = typedDocument(
    [
      ...[name, email, "", "SUMMARY", ...summary, "", "EXPERIENCE", `Specialist, ${employers[0]}, 2019 - 2024`],
      ...work.map((line) => `- ${line}`),
      ...[`Assistant, ${employers[1]}, 2014 - 2018`, "- Did the daily work.", "", "EDUCATION", `Bachelor, ${school}, 2013`],
    ].join("\n"),
  );
  const { statements, hidden, instructions } = resumeClaimsOf(document, readAsResume(document));
  return [...statements, hidden, instructions.first].join("\n");
}

function isIn(told: string, fact: string, language: string): boolean {
  if (UNSPACED.has(language)) return told.includes(fact);
  const isWordCharacter = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character);
  for (let at = told.indexOf(fact); at >= 0; at = told.indexOf(fact, at + 1))
    if (!isWordCharacter(told[at - 1]) && !isWordCharacter(told[at + fact.length])) return true;
  return false;
}
