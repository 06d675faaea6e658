/** What a version of a template would harm, as the refusal to publish it names it. */
import { z } from "zod";
import { Json } from "./json.ts";
import { BrokenRule } from "./rules.ts";

/** A value that the published version of a template reads rightly and the one to be published does not. */
export const Loss = z.object({ task_id: z.string(), path: z.string(), expected: Json, got: Json });
export type Loss = z.infer<typeof Loss>;

/** A rule of the version to be published that a reviewed document breaks with it, and not with the published one. */
export const RuleBreak = BrokenRule.extend({ task_id: z.string() });
export type RuleBreak = z.infer<typeof RuleBreak>;
