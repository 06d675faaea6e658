/** Memory's work in the reader's child: reads a reviewed file again and finds where its confirmed values stand. */
import { isDeepStrictEqual } from "node:util";
import type { Json } from "#contract/json.ts";
import { valueAt } from "#contract/pointer.ts";
import type { WorkContext } from "#documents/child/serve.ts";
import type { Document } from "#documents/document.ts";
import { boxInView } from "#documents/layout/reading-view.ts";
import type { Example } from "#engines/remembered.ts";
import { markedExampleOf } from "#memory/example-of.ts";
import type { Layout } from "#memory/lesson.ts";
import type { Pointed } from "#memory/reviewed.ts";
import { signatureOf } from "#structure/layout/marks.ts";
import type { LearnAsk } from "./works.ts";

export async function learn(
  { reading, schema, truth, places }: LearnAsk,
  bytes: Buffer,
  context: WorkContext,
): Promise<Layout & { example: Example }> {
  const document = await context.read(reading, bytes);
  const { marks, example } = markedExampleOf({
    document,
    schema,
    truthOf: (path) => valueAt(truth, path),
    isSame: (_, confirmed, value) => isSame(confirmed, value),
    pointed: pointedIn(document, places),
  });
  return { marks, signature: signatureOf(marks), example };
}

function pointedIn({ pages }: Document, places: LearnAsk["places"]): Map<string, Pointed> {
  return new Map(
    Object.entries(places).flatMap(([path, { page: number, bbox }]): [string, Pointed][] => {
      const page = pages.find((each) => each.number === number);
      if (!page) return [];
      const [left, top, right, bottom] = bbox;
      const box = { left: left * page.width, top: top * page.height, right: right * page.width, bottom: bottom * page.height };
      return [[path, { page: number, box: boxInView(box, page) }]];
    }),
  );
}

/** Texts are the same whatever their white space, amounts without a currency as those with one. */
function isSame(confirmed: Json, value: Json): boolean {
  if (typeof confirmed === "string" && typeof value === "string") return plain(confirmed) === plain(value);
  const [one, two] = [amountIn(confirmed), amountIn(value)];
  if (one && two) return one.amount === two.amount && (one.currency === null || two.currency === null || one.currency === two.currency);
  return isDeepStrictEqual(confirmed, value);
}

const plain = (text: string): string => text.normalize("NFC").replace(/\s+/gu, " ").trim();

function amountIn(value: Json): { amount: number; currency: string | null } | null {
  if (value === null || typeof value !== "object" || Array.isArray(value) || typeof value.amount !== "number") return null;
  return { amount: value.amount, currency: typeof value.currency === "string" ? value.currency : null };
}
