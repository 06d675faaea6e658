/** What a test measured of a promise: printed, and kept in the report for the table of `npm run faults:report`. */
import { TestRunner } from "vitest";
import type { FigureName } from "../faults/figures.ts";

declare module "vitest" {
  interface TaskMeta {
    figures?: { name: FigureName | null; text: string }[];
  }
}

/** `name`: the promise of tests/faults/figures.ts; null for a figure that is of interest only. */
export function figure(name: FigureName | null, text: string): void {
  const test = TestRunner.getCurrentTest();
  if (!test) throw new Error("a figure is told inside a test");
  const { meta } = test;
  meta.figures = [...(meta.figures ?? []), { name, text }];
  console.log(`figure: ${text}`);
}
