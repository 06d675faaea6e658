/** All check boxes of a page: drawn ones, those of a fillable form, and signs of the text. */
import { memo } from "#contract/memo.ts";
import type { FormField, Mark, Page, Word } from "#documents/document.ts";
import { centreInside } from "#documents/layout/assemble.ts";

/** `signs`: the words that are the mark, or its tick: "☒", "[x]", an X in a drawn box. */
export type KnownMark = Mark & { signs: readonly Word[] };

export const TICKED_SIGN = /^(?:[☑☒✓✔✗✘⊠⊗◉]|\[[x×✓✔]\]|\([x×✓✔]\))$/iu;
export const EMPTY_SIGN = /^(?:[☐❏❑❒]|\[\]|\(\)|\|_\|)$/u;
/** Signs that are bullets too: marks only where the page has its counterpart. */
const PAIRS = [
  { ticked: "■", empty: "□" },
  { ticked: "●", empty: "○" },
] as const;
/** Alone in a cell, as people fill in columns of yes and no. */
const LONE_TICK = /^[xX×✓✔]$/u;
/** OCR takes other strokes for ticks too. */
const SURE = 0.8;
const BRACKETS: Readonly<Record<string, string>> = { "[": "]", "(": ")" };

/** Cached per page object. Top to bottom, left to right. */
export const allMarks = memo(collect, new WeakMap<Page, readonly KnownMark[]>());

function collect(page: Page): readonly KnownMark[] {
  const words = page.lines.flatMap(({ segments }) => segments.flatMap((segment) => segment.words));
  // Values of form fields are not always drawn: an empty drawing says nothing about the field that lies over it.
  const drawn = (page.marks ?? []).filter(
    ({ box }) => !page.formFields.some((field) => centreInside(field.box, box) || centreInside(box, field.box)),
  );
  const known = [...page.formFields.flatMap(formMark), ...drawn].map(
    (mark): KnownMark => ({ ...mark, signs: words.filter(({ box }) => centreInside(box, mark.box)) }),
  );
  const written = writtenMarks(page).filter(({ box }) => !known.some((mark) => centreInside(box, mark.box)));
  return [...known, ...written].sort((a, b) => a.box.top - b.box.top || a.box.left - b.box.left);
}

function formMark(field: FormField): Mark[] {
  const checked = fieldState(field);
  return checked === null ? [] : [{ box: field.box, checked, certainty: 1 }];
}

/** Whether the field of a form is ticked; null when it is no check box. Some have the state as a value only. */
export function fieldState({ checked, value }: FormField): boolean | null {
  if (checked !== null) return checked;
  return /^(?:yes|on)$/i.test(value ?? "") ? true : /^off$/i.test(value ?? "") ? false : null;
}

function writtenMarks({ lines }: Page): KnownMark[] {
  const words = lines.flatMap(({ segments }) => segments.flatMap((segment) => segment.words));
  const texts = new Set(words.map(({ text }) => text));
  const pairs = PAIRS.filter(({ ticked, empty }) => texts.has(ticked) && texts.has(empty));
  const stateOf = (text: string): boolean | null => {
    if (TICKED_SIGN.test(text) || pairs.some(({ ticked }) => ticked === text)) return true;
    return EMPTY_SIGN.test(text) || pairs.some(({ empty }) => empty === text) ? false : null;
  };
  return lines.flatMap(({ segments }) =>
    segments.flatMap((segment) =>
      segment.words.flatMap((word, i): KnownMark[] => {
        const next = segment.words[i + 1];
        if (next && BRACKETS[word.text] === next.text)
          return [{ box: { ...word.box, right: next.box.right }, checked: false, certainty: word.certainty, signs: [word, next] }];
        const lone = segment.words.length === 1 && LONE_TICK.test(word.text) && word.certainty >= SURE;
        const checked = lone ? true : stateOf(word.text);
        return checked === null ? [] : [{ box: word.box, checked, certainty: word.certainty, signs: [word] }];
      }),
    ),
  );
}
