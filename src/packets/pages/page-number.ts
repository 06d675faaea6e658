/** The number that a page prints of itself: "Page 2 of 3", "Seite 2/3", "- 2 -". */
import { fold } from "#language/fold.ts";
import type { Sheet } from "#structure/sheet.ts";

/** `of`: pages in all, null where it is not printed. `named`: the word for "page" stands beside it, or the number of all pages. */
export type PageNumber = { number: number; of: number | null; named: boolean };

const WORDS =
  "page|pg|pag|seite|blatt|pagina|pagine|feuille|folio|strona|str|sida|sid|side|sivu|strana|oldal|sayfa|стр|страница|лист|σελιδα|עמוד|صفحة|หน้า|trang|halaman|페이지|ページ|頁|页";
const OF = "of|von|de|sur|di|da|do|van|z|ze|av|af|il|из|от|στα|מתוך|من|จาก|tren|dari|중";
/** Words before the number of another page: "continued on page 2", "siehe Seite 3". */
const ELSEWHERE = "on|see|from|to|until|continues|continued|auf|siehe|von|bis|ab|voir|sur|suite|en|ver|su|vedi|op|zie|na|patrz|zob";
/** On text that is folded: words and figures with single spaces. */
const NAMED = new RegExp(
  `(?:^| )(?<!(?:^| )(?:${ELSEWHERE}) )(?:${WORDS}) (?:no |nr )?(\\d{1,3})(?: (?:(?:${OF}) ?)?(\\d{1,3}))?(?= |$)`,
  "u",
);
const PAIR = new RegExp(`^(\\d{1,3}) (?:${OF}) (\\d{1,3})$`, "u");
const SLASHED = /^[\s(–—-]*(\d{1,3})\s?\/\s?(\d{1,3})[\s)–—-]*$/u;
const ALONE = /^[\s–—-]*(\d{1,3})[\s.–—-]*$/u;
/** Lines at the top and at the foot in which a number alone, or two with a stroke, are the page's. */
const EDGE_LINES = 2;
const TEXT_MAX = 80;

/** Null where the page prints none. Of several the plainest counts: with its word, with the number of all pages, alone at the edge. */
export function pageNumberOf({ lines }: Sheet): PageNumber | null {
  const written = lines.filter((line) => line.length > 0);
  let best: { number: PageNumber; rank: number } | null = null;
  for (const [i, line] of written.entries()) {
    const atEdge = i < EDGE_LINES || i >= written.length - EDGE_LINES;
    const texts = line.map(({ text }) => text);
    const whole = texts.join(" ");
    for (const text of line.length > 1 ? [...texts, whole] : texts) {
      const found = text.length <= TEXT_MAX && /\d/.test(text) ? numberIn(text, atEdge, line.length === 1) : null;
      if (found && found.rank > (best?.rank ?? 0)) best = found;
    }
  }
  return best?.number ?? null;
}

function numberIn(text: string, atEdge: boolean, isLine: boolean): { number: PageNumber; rank: number } | null {
  const folded = fold(text);
  const named = NAMED.exec(folded);
  if (named) return ranked(named[1], named[2], true, (named[2] === undefined ? 3 : 5) + (atEdge ? 0.5 : 0));
  const pair = PAIR.exec(folded) ?? (atEdge ? SLASHED.exec(text) : null);
  if (pair) return ranked(pair[1], pair[2], true, 4);
  const alone = atEdge && isLine ? ALONE.exec(text) : null;
  return alone ? ranked(alone[1], undefined, false, 1) : null;
}

function ranked(number = "", of: string | undefined, named: boolean, rank: number): { number: PageNumber; rank: number } | null {
  const [at, all] = [Number(number), of === undefined ? null : Number(of)];
  if (at < 1) return null;
  // "Page 3 12" of a table of contents, or a date: no number of pages.
  const whole = all !== null && all >= at ? all : null;
  return { number: { number: at, of: whole, named }, rank: all === null || whole !== null ? rank : rank - 2 };
}
