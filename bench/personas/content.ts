/** The content of a persona's résumé before layout: the same parts for every layout and format. */
import { type Layout, mayBeSpaced, nameOf, type Persona, type Style } from "./persona.ts";

export type Item = { kind: "email" | "phone" | "place"; label: string; text: string };
export type Block = { title: string; aside: string; lines: readonly string[] };
export type Part = { kind: keyof Persona["headings"]; heading: string; blocks: readonly Block[] };
export type Content = {
  /** More than one line where the name is stacked. */
  nameLines: readonly string[];
  spaced: boolean;
  title: string;
  contact: readonly Item[];
  parts: readonly Part[];
};
/** What must be read; the name as printed, without the honorific. */
export type Truth = { name: string; email: string; phone: string; title: string; employer: string };

const LABELS: Record<string, readonly [email: string, phone: string]> = {
  vi: ["Email:", "Điện thoại:"],
  es: ["Correo:", "Teléfono:"],
  pt: ["E-mail:", "Telefone:"],
  tr: ["E-posta:", "Telefon:"],
  is: ["Netfang:", "Sími:"],
  ru: ["Эл. почта:", "Телефон:"],
  el: ["Email:", "Τηλέφωνο:"],
  zh: ["邮箱:", "电话:"],
  ja: ["メール:", "電話:"],
  ko: ["이메일:", "전화:"],
  ar: ["البريد الإلكتروني:", "الهاتف:"],
  he: ["דוא״ל:", "טלפון:"],
  hi: ["ईमेल:", "फ़ोन:"],
  th: ["อีเมล:", "โทร:"],
};
const SIGNS = ["✉", "☎"] as const;

export function contentOf(persona: Persona, layout: Layout, style: Style): { content: Content; truth: Truth } {
  const isBanner = layout === "banner";
  const printed = (text: string) => (isBanner && style.capitals ? text.toLocaleUpperCase(persona.lang) : text);
  const whole = persona.honorific === undefined ? nameOf(persona) : `${persona.honorific} ${nameOf(persona)}`;
  const isOneWord = nameOf(persona).split(" ").length < persona.name.length;
  const content: Content = {
    nameLines: isBanner && !isOneWord ? persona.name.map(printed) : [printed(isBanner ? nameOf(persona) : whole)],
    spaced: isBanner && mayBeSpaced(persona),
    title: persona.title,
    contact: contactOf(persona, style),
    parts: partsOf(persona, style),
  };
  const [job] = persona.jobs;
  const { email, phone, title } = persona;
  return { content, truth: { name: printed(nameOf(persona)), email, phone, title, employer: job?.employer ?? "" } };
}

function contactOf({ lang, email, phone, place }: Persona, { labels }: Style): Item[] {
  const words = LABELS[lang.slice(0, 2)] ?? ["E-mail:", "Tel.:"];
  const [forEmail, forPhone] = labels === "words" ? words : labels === "signs" ? SIGNS : ["", ""];
  return [
    { kind: "email", label: forEmail, text: email },
    { kind: "phone", label: forPhone, text: phone },
    { kind: "place", label: "", text: place },
  ];
}

function partsOf(persona: Persona, style: Style): Part[] {
  const heading = (kind: Part["kind"]) => {
    const text = persona.headings[kind];
    return style.capitals ? text.toLocaleUpperCase(persona.lang) : text;
  };
  const part = (kind: Part["kind"], blocks: readonly Block[]): Part => ({ kind, heading: heading(kind), blocks });
  const list = (items: readonly string[]): Block[] => [{ title: "", aside: "", lines: items }];
  const work = part(
    "work",
    persona.jobs.map((job) => ({ title: `${job.title}, ${job.employer}`, aside: job.period, lines: job.did })),
  );
  const education = part("education", [{ title: `${persona.degree}, ${persona.school}`, aside: persona.studied, lines: [] }]);
  return [
    part("profile", [{ title: "", aside: "", lines: [persona.profile] }]),
    ...(style.educationFirst ? [education, work] : [work, education]),
    part("skills", list(persona.skills)),
    part("languages", list(persona.languages)),
  ];
}
