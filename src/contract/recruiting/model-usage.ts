/** What the model calls behind an answer cost. */
import { z } from "zod";

export const ModelUsage = z
  .object({
    input_tokens: z.int(),
    output_tokens: z.int(),
    cost_usd: z.number().nullable().describe("Null: the price is not known."),
  })
  .meta({ id: "ModelUsage" });
