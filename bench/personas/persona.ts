/** An invented applicant, and the style of the file made for it. */

export type Job = { title: string; employer: string; period: string; did: readonly string[] };
export type Persona = {
  /** Script or naming custom; also the first part of the file's name. */
  id: string;
  /** BCP 47: chooses fonts and the shapes of Han signs. */
  lang: string;
  direction: "ltr" | "rtl";
  /** In printing order; each part is one line where names are stacked. Joined by a space, or by nothing in Han. */
  name: readonly string[];
  /** Printed before the name and not part of it. */
  honorific?: string;
  title: string;
  email: string;
  phone: string;
  place: string;
  headings: { contact: string; profile: string; work: string; education: string; skills: string; languages: string };
  profile: string;
  jobs: readonly Job[];
  degree: string;
  school: string;
  studied: string;
  skills: readonly string[];
  languages: readonly string[];
};

export const LAYOUTS = ["one-column", "sidebar", "table", "banner", "page-header", "text-box"] as const;
export type Layout = (typeof LAYOUTS)[number];
export const FORMATS = ["pdf", "docx", "png"] as const;
export type Format = (typeof FORMATS)[number];

/** One file: chosen by the seed, the same for all formats of a persona and layout. */
export type Style = {
  accent: string;
  /** Upper-case headings; no effect in scripts without case. */
  capitals: boolean;
  /** `mail@…` alone, or behind a label or a sign. */
  labels: "none" | "words" | "signs";
  educationFirst: boolean;
};

export function nameOf({ name, lang }: Persona): string {
  return name.join(/^(?:zh|ko)/.test(lang) ? "" : " ");
}

/** Letter-spacing is not used for scripts whose letters are joined or carry marks. */
export function mayBeSpaced({ lang }: Persona): boolean {
  return !/^(?:ar|he|hi|th)/.test(lang);
}

const ACCENTS = ["#1f3a5f", "#7a1f2b", "#22543d", "#4a3b76", "#333333"];

/** The same seed, persona and layout give the same style, independent of other files. */
export function styleOf(seed: number, persona: Persona, layout: Layout): Style {
  const draw = drawing(`${seed}/${persona.id}/${layout}`);
  return {
    accent: ACCENTS[draw(ACCENTS.length)] ?? "#333333",
    capitals: draw(3) === 0,
    labels: (["none", "words", "signs"] as const)[draw(3)] ?? "none",
    educationFirst: draw(4) === 0,
  };
}

/** Integers below a bound, seeded by a text (FNV-1a, then mulberry32). */
function drawing(text: string): (below: number) => number {
  let state = 0x811c9dc5;
  for (const letter of text) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
