/** The title of a page. */
import type { Content } from "./content.ts";
import type { Printed } from "./printed.ts";
import type { Random } from "./random.ts";
import { laneOf, paragraph, rule, type Sheet } from "./sheet.ts";

/** Annual forms have their year in the title, which no label tells. */
export function titleOf({ printed, title }: Content, head: Set<Printed>, random: Random): string {
  const year = random.chance(0.6)
    ? printed.find(({ field, value }) => field.kind === "year" && field.section === null && value)
    : undefined;
  if (!year) return title;
  head.add(year);
  const [figures = ""] = year.value?.lines ?? [];
  return random.pick([`${title} ${figures}`, `${figures} ${title}`, `${title} (${figures})`]);
}

/** At the left, in the middle or at the right, sometimes over a rule. */
export function drawTitle(sheet: Sheet, title: string): void {
  const { look, random } = sheet;
  const sizePt = look.sizePt * (1.3 + random.next() * 0.7);
  const text = random.chance(0.4) ? title.toUpperCase() : title;
  const align = random.pick(["left", "left", "center", "right"] as const);
  paragraph(sheet, text, laneOf(sheet), { font: look.family[1], sizePt, color: look.ink, align });
  if (random.chance(0.3)) rule(sheet, laneOf(sheet).xPt, sheet.yPt, laneOf(sheet).widthPt, look.ink);
  sheet.yPt += look.sizePt;
}
