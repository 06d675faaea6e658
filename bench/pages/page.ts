/** Draws the content of a document: letter head, title, sections in drawn layouts, table, running text, small print. */
import { type Content, totals } from "./content.ts";
import { type Item, type Layout, valuePen, wordWidth } from "./item.ts";
import { aligned, boxes, captions, colon, grid, leaders, stacked } from "./layouts.ts";
import { drawUnlabelled, unlabelledOf } from "./letter-head.ts";
import { drawMatrix } from "./matrix.ts";
import { drawCheckList, edges, formLines, headRow, inline, ruledPairs } from "./more-layouts.ts";
import type { Printed } from "./printed.ts";
import { drawProse, proseOf } from "./prose.ts";
import { type Lane, laneOf, paragraph, room, rowPt, rule, type Sheet, wrap, write } from "./sheet.ts";
import { drawIssuer, drawSmallPrint } from "./small-print.ts";
import { splitNames } from "./split-names.ts";
import { drawTable } from "./table.ts";
import { drawTitle, titleOf } from "./title.ts";

const WIDE: readonly Layout[] = [
  colon,
  aligned,
  aligned,
  leaders,
  stacked,
  captions,
  grid,
  grid,
  boxes,
  boxes,
  headRow,
  headRow,
  ruledPairs,
  inline,
  formLines,
];
/** With several values in a row. */
const IN_ROWS: ReadonlySet<Layout> = new Set([grid, boxes, headRow]);
const NARROW: readonly Layout[] = [colon, aligned, stacked, grid, ruledPairs, edges];
const PLAIN: readonly Layout[] = [colon, aligned, stacked, boxes, headRow];

/** A page of the plain measure: a title and every field in one of five layouts, `at` counts through them. */
export function drawPlainPage(sheet: Sheet, content: Content, at: number): void {
  drawTitle(sheet, content.title);
  const items = content.printed.map((each) => itemOf(sheet, each, false));
  (PLAIN[at % PLAIN.length] ?? colon)(sheet, items, laneOf(sheet));
}

/** A page of any other part; goes on over as many pages as it takes. */
export function drawPage(sheet: Sheet, content: Content): void {
  const { random } = sheet;
  const narrow = content.trade.receipt;
  const head = new Set<Printed>();
  const titled = random.chance(0.5);
  if (random.chance(0.25)) drawRunningHead(sheet, content);
  if (random.chance(0.3) && !narrow) sheet.yPt += random.int(10, 70);
  const title = titleOf(content, head, random);
  if (titled) drawTitle(sheet, title);
  const told = random.chance(0.15) ? unlabelledOf(content, "issuer").find(({ field }) => field.kind === "firm") : undefined;
  if (told) head.add(told);
  if (random.chance(0.65)) drawUnlabelled(sheet, content, "issuer", head);
  const windowTop = sheet.yPt;
  const windowEnd = random.chance(0.65) && drawUnlabelled(sheet, content, "recipient", head) ? sheet.yPt : null;
  if (!titled) drawTitle(sheet, title);
  if (random.chance(narrow ? 0.6 : 0.12)) drawBareDates(sheet, content, head);
  const prose = narrow ? [] : proseOf(content, content.trade.asides.length > 0 || random.chance(0.7));
  for (const each of prose.flatMap(({ used }) => used)) head.add(each);
  if (prose.length > 0 && random.chance(0.6)) drawProse(sheet, content, prose.splice(0));
  const foot = random.chance(0.4) ? content.printed.filter((each) => !head.has(each) && isBankDetail(each)) : [];
  const rest = content.printed.filter((each) => !head.has(each) && !foot.includes(each));
  const after = content.table ? rest.filter(({ field }) => totals(field)) : [];
  const blocks = blocksOf(
    rest.filter((each) => !after.includes(each)),
    random.int(4, 9),
  );
  const favourite = random.pick(narrow ? NARROW : WIDE);
  const tableAt = random.chance(0.8) ? blocks.length : 1;
  let tableDrawn = false;
  // Letters have the address window at the left, and number and date beside it.
  if (!narrow && sheet.yPt === windowEnd && random.chance(0.6)) drawBeside(sheet, blocks.shift(), windowTop);
  for (let at = 0; at < blocks.length; at++) {
    if (at >= tableAt && !tableDrawn) {
      drawRows(sheet, content, after);
      tableDrawn = true;
    }
    at += drawBlocks(sheet, blocks.slice(at), favourite, narrow);
  }
  if (!tableDrawn) drawRows(sheet, content, after);
  if (content.matrix.length > 0) drawMatrix(sheet, content.matrix);
  if (prose.length > 0) drawProse(sheet, content, prose);
  if (told) drawIssuer(sheet, told.value?.lines.join(" ") ?? "");
  drawSmallPrint(sheet, content.setting);
  if (foot.length > 0) drawFoot(sheet, foot);
}

const isBankDetail = ({ field: { kind, section } }: Printed): boolean => section === null && /^(iban|bic|vat|email|url|phone)$/.test(kind);

/** Account, tax number and the like on a line under a rule, as at the foot of letters. */
function drawFoot(sheet: Sheet, foot: readonly Printed[]): void {
  room(sheet, rowPt(sheet) * 4);
  rule(sheet, laneOf(sheet).xPt, sheet.yPt, laneOf(sheet).widthPt);
  sheet.yPt += 4;
  inline(
    sheet,
    foot.map((each) => itemOf(sheet, each, false)),
    laneOf(sheet),
  );
}

/** A line at the top that repeats the title, a value of the page and its number. */
function drawRunningHead(sheet: Sheet, { printed, title }: Content): void {
  const repeated = sheet.random.pick(printed);
  const line = [title, `${repeated.label} ${repeated.value?.lines.join(", ") ?? ""}`, "Page 1"].join("   ");
  paragraph(sheet, line, laneOf(sheet), { sizePt: sheet.look.sizePt * 0.75, color: "#666666", align: "right" });
  sheet.yPt += 6;
}

/** The first date and time of the page on a line by themselves, as on receipts and letters. */
function drawBareDates(sheet: Sheet, { printed }: Content, head: Set<Printed>): void {
  const found = ["date", "time"].flatMap(
    (type) => printed.find(({ field, value }) => value?.type === type && field.section === null) ?? [],
  );
  if (found.length === 0 || found.some((each) => head.has(each))) return;
  for (const each of found) head.add(each);
  const line = found.map(({ value }) => value?.lines.join(" ") ?? "").join("   ");
  paragraph(sheet, line, laneOf(sheet), { ...valuePen(sheet), align: sheet.random.pick(["left", "left", "right"] as const) });
  sheet.yPt += sheet.look.sizePt * 0.6;
}

/** A block in the right part of the page, from a height on. */
function drawBeside(sheet: Sheet, block: Block | undefined, topPt: number): void {
  if (!block) return;
  const { xPt, widthPt } = laneOf(sheet);
  const bottom = sheet.yPt;
  sheet.yPt = topPt;
  drawBlock(sheet, block, sheet.random.pick([colon, aligned, stacked, ruledPairs]), { xPt: xPt + widthPt * 0.56, widthPt: widthPt * 0.44 });
  sheet.yPt = Math.max(bottom, sheet.yPt);
}

type Block = { heading: string | null; members: Printed[] };

/** Fields of one section stay together; fields without a section are cut into pieces of at most `most`. */
function blocksOf(printed: readonly Printed[], most: number): Block[] {
  const blocks: Block[] = [];
  for (const each of printed) {
    const heading = each.field.section;
    const last = blocks.at(-1);
    if (last && last.heading === heading && (heading !== null || last.members.length < most)) last.members.push(each);
    else blocks.push({ heading, members: [each] });
  }
  return blocks;
}

/** Draws the first block, or the first two side by side. Returns how many more than one were drawn. */
function drawBlocks(sheet: Sheet, [first, second]: readonly Block[], favourite: Layout, narrow: boolean): number {
  const { random } = sheet;
  if (!first) return 0;
  const lane = laneOf(sheet);
  const layout = random.chance(0.6) ? favourite : random.pick(narrow ? NARROW : WIDE);
  const fits = [first, second].every((block) =>
    block?.members.every((each) => wordWidth(sheet, itemOf(sheet, each, false)) < lane.widthPt * 0.26),
  );
  const pair =
    !narrow && second && fits && first.members.length < 8 && second.members.length < 8 && random.chance(first.heading ? 0.45 : 0.2);
  if (!pair || !second) {
    drawBlock(sheet, first, layout, lane);
    return 0;
  }
  const half = (lane.widthPt - 18) / 2;
  const beside = [colon, aligned, stacked, ruledPairs, grid].includes(layout) ? layout : random.pick([colon, stacked, aligned]);
  room(sheet, Math.max(first.members.length, second.members.length) * rowPt(sheet) * 4.5);
  const top = sheet.yPt;
  drawBlock(sheet, first, beside, { xPt: lane.xPt, widthPt: half });
  const bottom = sheet.yPt;
  sheet.yPt = top;
  drawBlock(sheet, second, beside, { xPt: lane.xPt + half + 18, widthPt: half });
  sheet.yPt = Math.max(bottom, sheet.yPt);
  return 1;
}

function drawBlock(sheet: Sheet, { heading, members }: Block, layout: Layout, lane: Lane): void {
  const { look, random } = sheet;
  room(sheet, rowPt(sheet) * 5);
  if (heading) {
    paragraph(sheet, random.chance(0.3) ? heading.toUpperCase() : heading, lane, {
      font: look.family[1],
      sizePt: look.sizePt * 1.1,
      color: look.ink,
    });
    sheet.yPt += 2;
  }
  const bare = members.filter(({ label }) => label === "");
  drawBare(sheet, bare, lane);
  const checks = members.filter(({ value }) => value?.type === "boolean");
  const list = checks.length > 0 && random.chance(0.35) ? checks : [];
  const squares = random.chance(0.6);
  const rest = members.filter((each) => !list.includes(each) && !bare.includes(each));
  const parted = IN_ROWS.has(layout) ? rest.flatMap((each) => splitNames(each, random)) : rest;
  const items = parted.map((each) => itemOf(sheet, each, squares));
  if (items.length > 0) layout(sheet, items, lane);
  drawCheckList(
    sheet,
    list.map((each) => itemOf(sheet, each, true)),
    lane,
  );
  sheet.yPt += look.sizePt * 0.8;
}

/** Values right beneath their heading, without labels, one below the other. */
function drawBare(sheet: Sheet, members: readonly Printed[], { xPt, widthPt }: Lane): void {
  for (const line of members.flatMap(({ value }) => value?.lines ?? []).flatMap((each) => wrap(sheet, each, widthPt, valuePen(sheet)))) {
    room(sheet, rowPt(sheet));
    write(sheet, line, xPt, sheet.yPt, valuePen(sheet));
    sheet.yPt += rowPt(sheet);
  }
}

function itemOf({ look }: Sheet, { label, value, number }: Printed, squares: boolean): Item {
  const options = squares && look.pageWidthPt > 300 ? (value?.options ?? null) : null;
  return { label, number, lines: options ? [] : (value?.lines ?? []), options };
}

function drawRows(sheet: Sheet, { table, trade }: Content, after: readonly Printed[]): void {
  const { random } = sheet;
  const lane = laneOf(sheet);
  if (table) {
    const caption = trade.table?.labels ?? [];
    if (caption.length > 0 && random.chance(0.4)) paragraph(sheet, random.pick(caption), lane, { font: sheet.look.family[1] });
    drawTable(sheet, table, lane, { head: !(trade.receipt && random.chance(0.6)), total: after.length === 0 && random.chance(0.4) });
  }
  if (after.length === 0) return;
  const widthPt = trade.receipt ? lane.widthPt : Math.min(lane.widthPt, lane.widthPt * (0.45 + random.next() * 0.2));
  const place = random.chance(0.75) ? { xPt: lane.xPt + lane.widthPt - widthPt, widthPt } : lane;
  const items = after.map((each) => itemOf(sheet, each, false));
  random.pick(place === lane ? [aligned, headRow, colon] : [edges, edges, aligned, ruledPairs])(sheet, items, place);
}
