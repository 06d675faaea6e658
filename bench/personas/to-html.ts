/** Renders a persona's résumé as a web page of one A4 sheet, for Chromium to print. */
import type { Block, Content, Item, Part } from "./content.ts";
import type { Format, Layout, Persona, Style } from "./persona.ts";

/** `header`: the template of the printed page's header; null when the contact details are on the page itself. */
export type Page = { html: string; header: string | null };

export function toHtml(persona: Persona, layout: Layout, style: Style, content: Content, format: Format): Page {
  const headed = layout === "page-header";
  const header = headed && format === "pdf" ? headerTemplate(persona, content) : null;
  const inside =
    headed && header === null ? `<div class="running">${line(content.contact)}</div>${plain(content)}` : BODIES[layout](content, persona);
  const html = `<!doctype html><html lang="${persona.lang}" dir="${persona.direction}"><head><meta charset="utf-8"><style>${css(style)}</style></head><body class="${layout}">${inside}</body></html>`;
  return { html, header };
}

const BODIES: Record<Layout, (content: Content, persona: Persona) => string> = {
  "one-column": (content) => `${head(content)}<p class="contact">${line(content.contact)}</p>${content.parts.map(section).join("")}`,
  sidebar: (content, { headings }) => {
    const aside = content.parts.filter(({ kind }) => kind === "skills" || kind === "languages");
    const main = content.parts.filter((part) => !aside.includes(part));
    const contact = `<h2>${escaped(headings.contact)}</h2>${content.contact.map((item) => `<p>${itemOf(item)}</p>`).join("")}`;
    return `<aside>${contact}${aside.map(section).join("")}</aside><main>${head(content)}${main.map(section).join("")}</main>`;
  },
  table: (content) => {
    const row = (label: string, inside: string) => `<tr><th>${label}</th><td>${inside}</td></tr>`;
    const contact = content.contact.map(itemOf).join("<br>");
    const rows = content.parts.map((part) => row(escaped(part.heading), part.blocks.map(block).join("")));
    return `<table><tr><td colspan="2">${head(content)}</td></tr>${row("", contact)}${rows.join("")}</table>`;
  },
  banner: (content) =>
    `<div class="bar">${head(content)}</div><p class="contact">${line(content.contact)}</p>${content.parts.map(section).join("")}`,
  "page-header": plain,
  "text-box": (content) => `<div class="box">${content.contact.map((item) => `<p>${itemOf(item)}</p>`).join("")}</div>${plain(content)}`,
};

function plain(content: Content): string {
  return `${head(content)}${content.parts.map(section).join("")}`;
}

function head({ nameLines, spaced, title }: Content): string {
  const lines = nameLines.map((name) => `<div>${escaped(name)}</div>`).join("");
  return `<h1${spaced ? ' class="spaced"' : ""}>${lines}</h1><p class="title">${escaped(title)}</p>`;
}

function section({ heading, blocks }: Part): string {
  return `<section><h2>${escaped(heading)}</h2>${blocks.map(block).join("")}</section>`;
}

function block({ title, aside, lines }: Block): string {
  const top = title === "" ? "" : `<div class="top"><b>${escaped(title)}</b><span>${escaped(aside)}</span></div>`;
  const list =
    lines.length === 1 && title === ""
      ? `<p>${escaped(lines[0] ?? "")}</p>`
      : `<ul>${lines.map((text) => `<li>${escaped(text)}</li>`).join("")}</ul>`;
  return lines.length === 0 ? top : top + list;
}

const line = (items: readonly Item[]) => items.map(itemOf).join(" &nbsp;|&nbsp; ");

function itemOf({ kind, label, text }: Item): string {
  const value = kind === "place" ? escaped(text) : `<bdi dir="ltr">${escaped(text)}</bdi>`;
  const linked = kind === "email" && /\p{L}/u.test(label) ? `<a href="mailto:${text}">${value}</a>` : value;
  return label === "" ? linked : `${label} ${linked}`;
}

function headerTemplate({ lang, direction }: Persona, { contact }: Content): string {
  return `<div lang="${lang}" dir="${direction}" style="${FONTS};font-size:9pt;width:100%;text-align:center">${line(contact)}</div>`;
}

const FONTS =
  "font-family:'Noto Sans','Noto Sans CJK SC','Noto Sans Arabic','Noto Sans Hebrew','Noto Sans Devanagari','Noto Sans Thai',sans-serif";

function css({ accent }: Style): string {
  return `
    * { box-sizing: border-box } :lang(ja), :lang(ja) * { font-family: 'Noto Sans','Noto Sans CJK JP',sans-serif } :lang(ko), :lang(ko) * { font-family: 'Noto Sans','Noto Sans CJK KR',sans-serif }
    body { ${FONTS}; font-size: 10.5pt; line-height: 1.4; margin: 0; padding: 15mm 17mm; width: 210mm; height: 296mm; position: relative; color: #111; background: #fff }
    .page-header { height: auto }
    h1 { font-size: 24pt; line-height: 1.25; margin: 0; color: ${accent} } h1.spaced { letter-spacing: 0.22em }
    h2 { font-size: 12.5pt; margin: 5mm 0 1.5mm; color: ${accent}; border-bottom: 1px solid ${accent} }
    p { margin: 0 0 1mm } ul { margin: 1mm 0 2mm; padding-inline-start: 5mm } a { color: inherit }
    .title { font-size: 13pt } .top { display: flex; justify-content: space-between; gap: 6mm } .top span { white-space: nowrap }
    .running { text-align: center; font-size: 9pt; margin: -7mm 0 8mm }
    .sidebar { display: grid; grid-template-columns: 68mm 1fr; padding: 0 }
    .sidebar aside { background: ${accent}; color: #fff; padding: 15mm 7mm; -webkit-print-color-adjust: exact } .sidebar aside h2 { color: #fff; border-color: #fff }
    .sidebar main { padding: 15mm 10mm }
    table { border-collapse: collapse; width: 100% } th { text-align: start; vertical-align: top; width: 38mm; color: ${accent} } td, th { border: 1px solid #bbb; padding: 2mm 3mm }
    .banner .bar { background: ${accent}; margin: -15mm -17mm 5mm; padding: 12mm 17mm; color: #fff; -webkit-print-color-adjust: exact } .banner h1 { color: #fff; font-size: 27pt; font-weight: 400 }
    .box { position: absolute; inset-inline-end: 14mm; top: 12mm; border: 1px solid ${accent}; padding: 2mm 4mm; max-width: 72mm; font-size: 9.5pt }
    .text-box h1 { max-width: 105mm }`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? sign);
}
