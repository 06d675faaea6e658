/** The section that a label within a line opens. */
import type { SectionKind } from "#resumes/outline.ts";
import { sectionHeadingOf } from "./heading-of.ts";

/** Kinds whose labels are used for nothing else within a line. */
const KINDS: readonly SectionKind[] = ["skills", "languages", "work", "education", "projects", "certificates", "volunteer", "summary"];

/** The kind of section that a label such as `Skills:` opens; null when it opens none. */
export function inlineKind(label: string): SectionKind | null {
  const kind = sectionHeadingOf(label.replace(/\s{0,2}[:：]$/u, ""));
  return kind?.sure && KINDS.includes(kind.kind) && /^\P{L}*[\p{Lu}\p{Lt}\p{Lo}]/u.test(label) ? kind.kind : null;
}
