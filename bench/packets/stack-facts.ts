/** The facts of a stack's pages; those of each document are read off once. */
import { memo } from "#contract/memo.ts";
import { blankPage } from "#packets/pages/blank-page.ts";
import { type PageFacts, pageFactsOf } from "#packets/pages/page-facts.ts";
import type { PoolDocument } from "./pool.ts";
import type { Stack } from "./stacks.ts";

const factsOf = memo(({ document }: PoolDocument): PageFacts[] => pageFactsOf(document), new WeakMap());

export const stackFacts = ({ pages }: Stack): PageFacts[] =>
  pages.map(({ source, index }, i) => ({ ...((source && factsOf(source)[index]) ?? blankPage(i + 1)), number: i + 1 }));
