/** Shares and counts as they are shown. */
import type { Schemas } from "#api.ts";

export type Figures = Schemas["Figures"];

/** `1` is 100 %, and nothing else is: 99.96 % is shown as 99.9 %. */
export function percentOf(share: number | null): string {
  if (share === null) return "–";
  const tenths = Math.floor(share * 1000 + 1e-9) / 10;
  return `${tenths.toFixed(tenths === 100 || tenths === 0 ? 0 : 1)} %`;
}

/** A path of the schema as people read it: the names without the stars of rows. */
export const nameOfField = (path: string): string =>
  path
    .split("/")
    .filter((part) => part !== "" && part !== "*")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .join(" ");

export const correctionsIn = ({ wrong, missed, invented }: Pick<Figures, "wrong" | "missed" | "invented">): number =>
  wrong + missed + invented;
