/** Work of rules in the reader's child: expressions are a caller's, and are killed there when they take too long. */
import { work } from "#documents/pool/work.ts";
import type { Asked, Evaluated } from "#rules/evaluate.ts";

export const EVALUATE_RULES = work<Asked, Evaluated>("evaluate rules");
