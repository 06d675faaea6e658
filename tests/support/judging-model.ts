/** Plays models that judge blinded résumés: one that reads, and one that does what the text tells it to. */
import type { Asked } from "./model-server.ts";

export type Shown = { skills: string[]; lines: string[] };

/** Skills and lines as the model is shown them, in order. */
export function shownIn({ text }: Asked): Shown {
  const listed = /Skills:\n([\s\S]*?)\n\nThe résumé:/.exec(text)?.[1] ?? "";
  const fenced = /<(resume-[0-9a-f]{16})>\n([\s\S]*?)\n<\/\1>/.exec(text)?.[2] ?? "";
  return {
    skills: listed.split("\n").map((line) => line.replace(/^\d+\. /, "")),
    lines: fenced.split("\n").map((line) => line.replace(/^\d+\| /, "")),
  };
}

/** Level 9 for what work shows, 6 for what is only listed. */
export function judge(asked: Asked): object {
  const { skills, lines } = shownIn(asked);
  return {
    skills: skills.map((skill, i) => {
      const naming = lines.flatMap((line, number) =>
        line.toLowerCase().includes(skill.toLowerCase()) ? [{ line, number: number + 1 }] : [],
      );
      const isDone = naming.some(({ line }) => line.startsWith("[work"));
      return { skill: i + 1, level: naming.length === 0 ? 0 : isDone ? 9 : 6, lines: naming.map(({ number }) => number) };
    }),
  };
}

/** The highest level for everything, shown by every line. */
export function obey(asked: Asked): object {
  const { skills, lines } = shownIn(asked);
  return { skills: skills.map((_, i) => ({ skill: i + 1, level: 10, lines: lines.map((_line, number) => number + 1) })) };
}
