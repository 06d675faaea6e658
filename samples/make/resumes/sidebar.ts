/** A résumé of two columns: a dark sidebar with contact, skills and languages, the career beside it. */
import { openPaper, type Paper } from "../paper.ts";
import type { Applicant } from "./people.ts";

const A4: [number, number] = [595.28, 841.89];
const SIDEBAR = 196;
const SIDE = { left: 24, wrap: SIDEBAR - 48 };
const MAIN = { left: SIDEBAR + 28, wrap: A4[0] - SIDEBAR - 60 };

export function sidebar(person: Applicant): Promise<Buffer> {
  const about = { title: `Résumé of ${person.name}`, author: person.name, made: "2026-05-30T18:00:00Z" };
  const paper = openPaper(about, A4, { font: "sans", size: 10, colour: "#222222" });
  paper.pdf.rect(0, 0, SIDEBAR, A4[1]).fill("#24405c");
  side(paper, person);
  main(paper, person);
  return paper.bytes();
}

function side(paper: Paper, person: Applicant): void {
  const white = { colour: "#ffffff" };
  let y = 150;
  const block = (title: string, lines: readonly string[]) => {
    if (lines.length === 0) return;
    paper.write(title, SIDE.left, y, { ...white, font: "sans-bold", size: 12 });
    y += 20;
    for (const line of lines) y += paper.write(line, SIDE.left, y, { ...white, wrap: SIDE.wrap }) + 3;
    y += 18;
  };
  block("Contact", [person.email, person.phone, person.place]);
  block("Skills", person.skills);
  block("Languages", person.languages);
  block("Certificates", person.certificates);
}

function main(paper: Paper, person: Applicant): void {
  // First and family names are above each other, in large type.
  const [first = "", ...rest] = person.name.split(" ");
  paper.write(first, MAIN.left, 40, { font: "sans-bold", size: 30 });
  paper.write(rest.join(" "), MAIN.left, 74, { font: "sans-bold", size: 30 });
  paper.write(person.title, MAIN.left, 112, { size: 13, colour: "#24405c" });
  let y = 150;
  const heading = (title: string) => {
    paper.write(title, MAIN.left, y, { font: "sans-bold", size: 13, colour: "#24405c" });
    y += 22;
  };
  heading("About");
  y += paper.write(person.summary, MAIN.left, y, { wrap: MAIN.wrap }) + 16;
  heading("Work experience");
  for (const job of person.jobs) {
    paper.write(job.title, MAIN.left, y, { font: "sans-bold", size: 11 });
    paper.write(`${job.employer} | ${job.place}`, MAIN.left, y + 15);
    paper.write(job.period, MAIN.left, y + 29, { colour: "#5b6b7a" });
    y += 46;
    for (const line of job.did) {
      paper.write("–", MAIN.left, y);
      y += paper.write(line, MAIN.left + 12, y, { wrap: MAIN.wrap - 12 }) + 4;
    }
    y += 10;
  }
  heading("Education");
  for (const { degree, school, period } of person.education) {
    paper.write(degree, MAIN.left, y, { font: "sans-bold" });
    paper.write(`${school}, ${period}`, MAIN.left, y + 14);
    y += 34;
  }
}
