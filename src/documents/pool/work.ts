/** Work on a document that is done where it is read: in a child that can be killed and holds no secret. */

declare const ASK: unique symbol;
declare const ANSWER: unique symbol;

/**
 * The name of a work with the types of its request and answer, both plain JSON. The child's program maps it to a handler (child/serve.ts).
 */
export type Work<Ask, Answer> = { readonly name: string; readonly [ASK]?: Ask; readonly [ANSWER]?: Answer };

export function work<Ask, Answer>(name: string): Work<Ask, Answer> {
  return { name };
}
