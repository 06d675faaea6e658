/** How a run of a Word document is printed, as far as reading needs it: size, weight, and whether a reader sees it. */
import { type Element, isTag } from "domhandler";
import type { HiddenText } from "#documents/document.ts";

/** What a style or run sets; undefined means unset. `size` in points. */
export type Format = { size?: number; bold?: boolean; vanish?: boolean; colour?: string; shaded?: boolean };
export type Styles = { base: Format; byId: ReadonlyMap<string, Format> };

/** Type lower than this cannot be read on paper, in points (as in pdf/hidden/hidden.ts). */
const TINY_PT = 1.5;
/** A colour with every channel at least this high counts as white. */
const NEAR_WHITE = 231;
const STYLES_DEPTH_MAX = 20;

export function childOf(element: Element | undefined, name: string): Element | undefined {
  return element?.children.filter(isTag).find((each) => each.name === name);
}

/** The formats of styles.xml, inheritance resolved. */
export function stylesOf(root: Element | undefined): Styles {
  const raw = new Map<string, { basedOn: string | undefined; format: Format }>();
  for (const style of (root?.children ?? []).filter(isTag)) {
    const id = style.attribs["w:styleId"];
    if (style.name !== "w:style" || id === undefined) continue;
    const shading = childOf(childOf(style, "w:pPr"), "w:shd");
    const format = { ...formatOf(childOf(style, "w:rPr")), ...(isShaded(shading) ? { shaded: true } : {}) };
    raw.set(id, { basedOn: childOf(style, "w:basedOn")?.attribs["w:val"], format });
  }
  const resolve = (id: string, depth: number): Format => {
    const style = raw.get(id);
    if (!style) return {};
    const below = style.basedOn !== undefined && depth < STYLES_DEPTH_MAX ? resolve(style.basedOn, depth + 1) : {};
    return { ...below, ...style.format };
  };
  const base = formatOf(childOf(childOf(childOf(root, "w:docDefaults"), "w:rPrDefault"), "w:rPr"));
  return { base, byId: new Map([...raw.keys()].map((id) => [id, resolve(id, 0)])) };
}

/** What run properties (w:rPr) set directly. */
export function formatOf(properties: Element | undefined): Format {
  const format: Format = {};
  for (const each of (properties?.children ?? []).filter(isTag)) {
    const value = each.attribs["w:val"];
    if (each.name === "w:sz" && value !== undefined) format.size = Number(value) / 2;
    else if (each.name === "w:b") format.bold = isOn(value);
    else if (each.name === "w:vanish") format.vanish = isOn(value);
    else if (each.name === "w:color") format.colour = colourOf(each);
    else if (each.name === "w:highlight") format.shaded = value !== "none" && value !== "white";
    else if (each.name === "w:shd" && isShaded(each)) format.shaded = true;
  }
  return format;
}

/** A background other than white, or of unknown colour. */
export function isShaded(shading: Element | undefined): boolean {
  if (!shading) return false;
  if (shading.attribs["w:themeFill"] !== undefined) return true;
  const fill = shading.attribs["w:fill"];
  return fill !== undefined && fill !== "auto" && !isWhite(fill);
}

/** Why a reader does not see a run of this format; undefined when it is visible. `onShade`: the background is coloured. */
export function hiddenReason(format: Format, onShade: boolean): HiddenText["reason"] | undefined {
  if (format.vanish) return "vanish";
  if (format.size !== undefined && format.size > 0 && format.size < TINY_PT) return "tiny";
  if (!onShade && !format.shaded && format.colour !== undefined && isWhite(format.colour)) return "invisible_color";
  return undefined;
}

function colourOf(colour: Element): string {
  const theme = colour.attribs["w:themeColor"];
  const value = colour.attribs["w:val"] ?? "auto";
  const isBackground = theme === "background1" || theme === "light1";
  return isBackground && !/^[0-9a-f]{6}$/i.test(value) ? "FFFFFF" : value;
}

function isWhite(hex: string): boolean {
  if (!/^[0-9a-f]{6}$/i.test(hex)) return false;
  return [0, 2, 4].every((at) => Number.parseInt(hex.slice(at, at + 2), 16) >= NEAR_WHITE);
}

const isOn = (value: string | undefined) => value === undefined || !["0", "false", "off", "none"].includes(value);
