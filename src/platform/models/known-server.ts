/** What a process remembers of a model's server. */
import type { ReplyFormat } from "./call.ts";
import type { ServerFacts } from "./server-facts.ts";

/** What is known of a provider's server. `isOwn`: it is one of ours, which may refuse formats and pictures, and cut prompts. */
export type Server = {
  isOwn: boolean;
  facts: ServerFacts | null;
  /** How replies are asked for. `worked`: a reply came in this way. */
  format: { now: ReplyFormat; worked: boolean };
  pictures: { taken: boolean; worked: boolean };
};

export const newServer = (): Server => ({
  isOwn: false,
  facts: null,
  format: { now: "schema", worked: false },
  pictures: { taken: true, worked: false },
});
