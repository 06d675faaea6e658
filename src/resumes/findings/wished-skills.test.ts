import { expect, test } from "vitest";
import { typedDocument } from "#engines/typed-document.ts";
import { readResume } from "#resumes/read-resume.ts";

const skillsOf = (summary: string) => {
  const text = `Jane Roe\njane.roe@example.com\n\nSUMMARY\n${summary}\n\nEXPERIENCE\nClerk\nGlobex Corporation\nJan 2019 - Present\n• Kept the books\n\nEDUCATION\nB.Sc. in Economics\nExample University\n2012 - 2015`;
  const skills = readResume(typedDocument(text)).resume.skills ?? [];
  return skills.flatMap(({ name, keywords = [] }) => [name, ...keywords]);
};

test("what a person would like to learn is not a skill of theirs, what they use is", () => {
  expect(skillsOf("I work with PostgreSQL every day.")).toContain("PostgreSQL");
  expect(skillsOf("I would like to learn PostgreSQL.")).not.toContain("PostgreSQL");
  expect(skillsOf("No experience with PostgreSQL.")).not.toContain("PostgreSQL");
});
