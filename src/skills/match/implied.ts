/** Finds evidence that implies a skill: weak deeds of it, and skills that imply it. */
import type { SkillMention, SkillText } from "#skills/find-skills.ts";
import type { Skills } from "#skills/skill-index.ts";
import type { KnownSkill } from "#skills/taxonomy.ts";
import { deedsIn } from "./deeds.ts";

const CERTAINTY = 0.6;

/** `shownBy`: the skill asked for and its kinds. `parts`: of one that the taxonomy does not know; they imply it. In the order of the text. */
export function openImplied(
  { shownBy, parts }: { shownBy: ReadonlySet<KnownSkill>; parts: ReadonlySet<KnownSkill> },
  skills: Pick<Skills, "implying">,
): (read: SkillText) => SkillMention[] {
  const wanted = new Set([...shownBy, ...parts]);
  if (wanted.size === 0) return () => [];
  const implying = new Set([...parts, ...[...wanted].flatMap(({ name }) => skills.implying.get(name) ?? [])]);
  return (read) => {
    const deeds = deedsIn(read).filter(({ skill, weak }) => (weak ? wanted.has(skill) : implying.has(skill)));
    const done = deeds.map(({ skill, from, to }): SkillMention => {
      return { skill, from, to, text: read.text.slice(from, to), how: "inflected", certainty: CERTAINTY };
    });
    const named = read.mentions.filter(({ skill }) => implying.has(skill)).map((mention) => ({ ...mention, certainty: CERTAINTY }));
    return [...done, ...named].sort((a, b) => a.from - b.from);
  };
}

/** Skills of people and of work among the words of a name that the taxonomy does not know: people management in "management of design teams". */
export function partsOf(read: SkillText, kinds: ReadonlySet<KnownSkill>): Set<KnownSkill> {
  const named = [...read.mentions, ...deedsIn(read)].map(({ skill }) => skill);
  return new Set(named.filter((skill) => !kinds.has(skill) && (skill.kind === "soft skill" || skill.kind === "process")));
}
