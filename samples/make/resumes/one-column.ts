/** A résumé of one column, as word processors make it. */
import { openPaper, type Paper } from "../paper.ts";
import type { Applicant } from "./people.ts";

const A4: [number, number] = [595.28, 841.89];
const LEFT = 56;
const RIGHT = 539;

export function oneColumn(person: Applicant): Promise<Buffer> {
  const about = { title: `Résumé of ${person.name}`, author: person.name, made: "2026-06-20T09:00:00Z" };
  const paper = openPaper(about, A4, { font: "sans", size: 10.5, colour: "#1d2329" });
  paper.write(person.name, LEFT, 48, { font: "sans-bold", size: 24 });
  paper.write(person.title, LEFT, 78, { size: 13, colour: "#44515e" });
  paper.write(`${person.place}  ·  ${person.phone}  ·  ${person.email}`, LEFT, 98, { size: 9.5 });
  let y = section(paper, "Profile", 126);
  y += paper.write(person.summary, LEFT, y, { wrap: RIGHT - LEFT }) + 14;
  y = section(paper, "Experience", y);
  for (const job of person.jobs) {
    paper.write(`${job.title}, ${job.employer}, ${job.place}`, LEFT, y, { font: "sans-bold", size: 11 });
    paper.write(job.period, RIGHT, y, { align: "right" });
    y += 18;
    for (const line of job.did) {
      paper.write("•", LEFT + 4, y);
      y += paper.write(line, LEFT + 16, y, { wrap: RIGHT - LEFT - 16 }) + 4;
    }
    y += 8;
  }
  y = section(paper, "Education", y + 4);
  for (const { degree, school, period } of person.education) {
    paper.write(`${degree}, ${school}`, LEFT, y);
    paper.write(period, RIGHT, y, { align: "right" });
    y += 18;
  }
  y = list(paper, "Skills", person.skills, y + 6);
  y = list(paper, "Certificates", person.certificates, y);
  list(paper, "Languages", person.languages, y);
  return paper.bytes();
}

/** Returns where its text begins. */
function section(paper: Paper, title: string, y: number): number {
  paper.write(title.toUpperCase(), LEFT, y, { font: "sans-bold", size: 11, colour: "#1f4e79" });
  paper.rule(LEFT, y + 17, RIGHT, y + 17, { colour: "#1f4e79" });
  return y + 24;
}

function list(paper: Paper, title: string, items: readonly string[], y: number): number {
  if (items.length === 0) return y;
  const at = section(paper, title, y);
  return at + paper.write(items.join(", "), LEFT, at, { wrap: RIGHT - LEFT }) + 14;
}
