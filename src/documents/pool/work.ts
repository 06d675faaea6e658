/** Work on a document that is done where it is read: in a child that can be killed and knows no secret. */

declare const ASK: unique symbol;
declare const ANSWER: unique symbol;

/** Names a work, with what is asked and what is answered: plain JSON both. The child's program knows who does it (child/serve.ts). */
export type Work<Ask, Answer> = { readonly name: string; readonly [ASK]?: Ask; readonly [ANSWER]?: Answer };

export function work<Ask, Answer>(name: string): Work<Ask, Answer> {
  return { name };
}
