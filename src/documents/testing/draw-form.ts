/** A form with check boxes, drawn as SVG: for tests and benches that know which boxes are ticked. */
import type { Box } from "#documents/document.ts";

export const TICKS = ["cross", "check", "filled", "scribble", "dot"] as const;
type Tick = (typeof TICKS)[number];
/** `sidePt`: side of the box or diameter of the circle. `tick` null for an empty box. Lengths in points from the top left corner. */
export type DrawnBox = { left: number; top: number; sidePt: number; shape: "square" | "circle"; linePt: number; tick: Tick | null };

export function boxSvg({ left, top, sidePt: side, shape, linePt, tick }: DrawnBox): string {
  const pen = `fill="none" stroke="#222" stroke-width="${linePt}"`;
  const frame =
    shape === "square"
      ? `<rect x="${left}" y="${top}" width="${side}" height="${side}" ${pen}/>`
      : `<circle cx="${left + side / 2}" cy="${top + side / 2}" r="${side / 2}" ${pen}/>`;
  return frame + (tick === null ? "" : tickSvg(tick, { left, top, right: left + side, bottom: top + side }));
}

/** A tick as people make it; checks stick out of the box. */
export function tickSvg(tick: Tick, { left, top, right, bottom }: Box): string {
  const [width, height] = [right - left, bottom - top];
  const at = (x: number, y: number) => `${(left + x * width).toFixed(2)} ${(top + y * height).toFixed(2)}`;
  const pen = `fill="none" stroke="#1c2a6b" stroke-width="${(0.09 * Math.min(width, height)).toFixed(2)}"`;
  switch (tick) {
    case "cross":
      return `<path d="M ${at(0.15, 0.2)} L ${at(0.85, 0.8)} M ${at(0.85, 0.15)} L ${at(0.2, 0.85)}" ${pen}/>`;
    case "check":
      return `<path d="M ${at(0.1, 0.5)} L ${at(0.4, 0.85)} L ${at(1.15, -0.3)}" ${pen}/>`;
    case "filled":
      return `<rect x="${left + width * 0.12}" y="${top + height * 0.12}" width="${width * 0.76}" height="${height * 0.76}" fill="#222"/>`;
    case "dot":
      return `<circle cx="${left + width / 2}" cy="${top + height / 2}" r="${width / 4}" fill="#222"/>`;
    case "scribble":
      return `<path d="M ${at(0.1, 0.3)} L ${at(0.8, 0.2)} L ${at(0.15, 0.5)} L ${at(0.9, 0.45)} L ${at(0.2, 0.75)} L ${at(0.85, 0.8)}" ${pen}/>`;
  }
}

/** `sizePt`: 10 unless given; its baseline is at `bottom`. */
export const textSvg = (left: number, bottom: number, text: string, sizePt = 10): string =>
  `<text x="${left}" y="${bottom}" font-family="Helvetica, Arial, sans-serif" font-size="${sizePt}" fill="#111">${text}</text>`;

/** A white A4 page. */
export const pageSvg = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="595" height="842"><rect width="595" height="842" fill="#fff"/>${content}</svg>`;
