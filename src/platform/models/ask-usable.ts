/** Asks until the reply can be used: once more, with what was wrong, then it fails. */
import { TaskFailure } from "#contract/task-errors.ts";
import type { ModelAsk } from "./call.ts";
import type { Model } from "./models.ts";

/** `wrong` is told to the model, and must hold nothing of what it said. */
export type Read<T> = (text: string) => T | { wrong: string };
export type Usable<T> = { reply: T; cut: false } | { text: string; cut: true };

export const repairText = (wrong: string) =>
  `Your last answer could not be used: ${wrong}. Answer again, with JSON of exactly the form described, and nothing else.`;

/** A reply that was cut at the limit of tokens is given as it is. Rejects with `provider_refused` when the second is no better. */
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
  throw new TaskFailure("provider_refused", { message: "The model's answer was not of the form that was asked for, twice." });
}

/** The JSON of a reply: models without structured output put it into a fence of Markdown. */
export function jsonIn(text: string): { json: unknown } | { wrong: string } {
  if (text.trim() === "") return { wrong: "the reply was empty" };
  try {
    return { json: JSON.parse(/^\s{0,2}```(?:json)?\s{0,2}([\s\S]*?)\s{0,2}```\s{0,2}$/.exec(text)?.[1] ?? text) };
  } catch {
    return { wrong: "the reply was not valid JSON" };
  }
}

/** Where a reply is not of its form, by the paths and kinds of a zod error: none of its content. */
export function wrongPlaces(issues: readonly { path: readonly PropertyKey[]; code?: string | undefined }[]): string {
  return issues
    .slice(0, 5)
    .map(({ path, code }) => `${path.map(String).join(".") || "the whole"}: ${code ?? "wrong"}`)
    .join("; ");
}
