/** What an evaluation is known by where it is compared: in the auditor's export and in the candidate's report. */
import { createHash } from "node:crypto";
import type { EvaluationRecord } from "#contract/recruiting/evaluate.ts";

/** SHA-256 in hex of the value as JSON without spaces, its properties in the order in which they are answered. */
export const sha256OfJson = (value: unknown): string => createHash("sha256").update(JSON.stringify(value)).digest("hex");

/** Of the record as `GET /evaluations/{id}` answers it. */
export const evaluationHash = (record: EvaluationRecord): string => sha256OfJson(record);
