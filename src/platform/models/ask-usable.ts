/** Asks a model until its reply is usable: a second time with a description of what was wrong, then it fails. */
import { TaskFailure } from "#contract/task-errors.ts";
import type { ModelAsk } from "./call.ts";
import type { Model } from "./models.ts";

/** `wrong` is sent to the model and must not repeat its reply. */
export type Read<T> = (text: string) => T | { wrong: string };
export type Usable<T> = { reply: T; cut: false } | { text: string; cut: true };

/** Empty, broken, of another form, or cut off at the token limit: asking the same again would cost the same for nothing. */
export class UnusableAnswer extends TaskFailure {}

export const repairText = (wrong: string) =>
  `Your last answer could not be used: ${wrong}. Answer again, with JSON of exactly the form described, and nothing else.`;

/** A reply cut off by the token limit is returned as is. Rejects with UnusableAnswer, code `provider_refused`, when the second reply is unusable too. */
export async function askUsable<T extends object>(model: Model, ask: ModelAsk, read: Read<T>, signal: AbortSignal): Promise<Usable<T>> {
  let { content } = ask;
  for (const isLast of [false, true]) {
    const answer = await model.ask({ ...ask, content }, signal);
    if (answer.cut) return { text: answer.text, cut: true };
    const reply = read(answer.text);
    if (!("wrong" in reply)) return { reply, cut: false };
    if (isLast) break;
    content = [...content, repairText(reply.wrong)];
  }
  throw new UnusableAnswer("provider_refused", { message: "The model's answer was not of the form that was asked for, twice." });
}

/**
 * The JSON object of a reply. Models without structured output think aloud before it, wrap it in a Markdown code block, or put a sentence
 * before and after it.
 */
export function jsonIn(text: string): { json: unknown } | { wrong: string } {
  const thought = text.lastIndexOf(END_OF_THOUGHT);
  const said = (thought < 0 ? text : text.slice(thought + END_OF_THOUGHT.length)).trim();
  if (said === "") return { wrong: "the reply was empty" };
  const object = said.slice(Math.max(0, said.indexOf("{")), said.lastIndexOf("}") + 1);
  for (const json of [said, object]) {
    try {
      return { json: JSON.parse(json) };
    } catch {
      // The next candidate.
    }
  }
  return { wrong: "the reply was not valid JSON" };
}

/** Where reasoning models whose server does not separate their thoughts begin to answer. */
const END_OF_THOUGHT = "</think>";

/** Where a reply does not match its schema: paths and codes of a zod error, without the reply's content. */
export function wrongPlaces(issues: readonly { path: readonly PropertyKey[]; code?: string | undefined }[]): string {
  return issues
    .slice(0, 5)
    .map(({ path, code }) => `${path.map(String).join(".") || "the whole"}: ${code ?? "wrong"}`)
    .join("; ");
}
