/** Running text: sentences that tell values, among others that no field asks for. */
import type { Content } from "./content.ts";
import { valuePen } from "./item.ts";
import type { Printed } from "./printed.ts";
import { laneOf, paragraph, type Sheet } from "./sheet.ts";
import { drawValue } from "./values.ts";

type Told = { sentence: string; used: Printed[] };

/** Sentences of the kind, each with the printed fields that it tells; a sentence is told only when all its fields have values. */
export function proseOf({ trade, printed, setting: { locale, random } }: Content, told: boolean): Told[] {
  if (!told || locale.language !== "en") return [];
  const sentences = trade.prose.flatMap((wordings): Told[] => {
    const sentence = random.pick(wordings);
    const names = [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const used = names.map((name) => printed.find(({ field, value }) => field.name === name && value));
    return used.every((each) => each !== undefined) ? [{ sentence, used }] : [];
  });
  const asides = random.shuffle(trade.asides).slice(0, random.int(0, Math.min(6, trade.asides.length)));
  return asides.reduce((all, sentence) => all.toSpliced(random.int(0, all.length), 0, { sentence, used: [] }), sentences);
}

export function drawProse(sheet: Sheet, content: Content, sentences: readonly Told[]): void {
  const together = sheet.random.chance(0.5);
  const told = sentences.map(({ sentence, used }) =>
    sentence.replace(/\{([^}]+)\}/g, (_, name: string) => {
      const value = used.find(({ field }) => field.name === name)?.value ?? drawValue(name, content.setting);
      return value.lines.join(", ");
    }),
  );
  for (const text of together ? [told.join(" ")] : told) {
    paragraph(sheet, text, laneOf(sheet), content.setting.capitals ? {} : valuePen(sheet));
    sheet.yPt += sheet.look.sizePt * 0.7;
  }
}
