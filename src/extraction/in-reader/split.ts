/** Extraction's work in the reader's child: cuts a file that holds several documents, and says of which template each is. */
import type { WorkContext } from "#documents/child/serve.ts";
import type { ReadOptions } from "#documents/pool/protocol.ts";
import { pagesRead } from "#extraction/pages-read.ts";
import type { Class } from "#packets/classes/class-features.ts";
import { partsOf, wholeOf } from "#packets/parts-of.ts";
import type { SeenOf } from "#packets/split-stack.ts";
import { signatureOf } from "#structure/layout/marks.ts";
import type { Split } from "./works.ts";

export async function split(
  { reading, classes, whole = false }: { reading: ReadOptions; classes: Class[]; whole?: boolean },
  bytes: Buffer,
  context: WorkContext,
): Promise<Split> {
  const document = await context.read(reading, bytes);
  const seenOf: SeenOf = async ({ marks }) => {
    const likeness = (await context.ask({ marks, signature: signatureOf(marks) })) as Record<string, number>;
    return classes.map(({ id }) => ({ likeness: likeness[id] ?? 0 }));
  };
  return {
    document: pagesRead(document),
    parts: whole ? [await wholeOf(document, classes, seenOf)] : await partsOf(document, classes, seenOf),
  };
}
