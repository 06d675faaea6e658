/** The items of the English invoice. Prices and amounts are in pence. */

export type Item = { code: string; text: string; quantity: number; unit: string; price: number; vat: 20 | 0 };

export const ITEMS: readonly Item[] = [
  {
    code: "BN-1040",
    text: "Joiner's workbench 1800 mm, beech top, with front and tail vice",
    quantity: 2,
    unit: "pc",
    price: 46900,
    vat: 20,
  },
  { code: "BN-1071", text: "Drawer unit for workbench, five drawers, lockable", quantity: 2, unit: "pc", price: 21450, vat: 20 },
  { code: "CL-0212", text: "Bar clamp 600 mm", quantity: 12, unit: "pc", price: 1895, vat: 20 },
  { code: "CL-0214", text: "Bar clamp 1000 mm", quantity: 8, unit: "pc", price: 2350, vat: 20 },
  { code: "CH-3306", text: "Bevel-edge chisel set, 6 to 32 mm, ash handles, in oak box", quantity: 3, unit: "set", price: 8775, vat: 20 },
  { code: "PL-3410", text: "No. 5 jack plane", quantity: 2, unit: "pc", price: 11990, vat: 20 },
  { code: "PL-3417", text: "Low-angle block plane with adjustable mouth", quantity: 2, unit: "pc", price: 9640, vat: 20 },
  { code: "SH-2205", text: "Combination water stone 1000/6000 grit with holder", quantity: 4, unit: "pc", price: 4325, vat: 20 },
  { code: "GL-0550", text: "PVA wood glue D3, 5 kg tub", quantity: 6, unit: "tub", price: 2780, vat: 20 },
  { code: "SD-0801", text: "Sanding discs 150 mm, assorted grits 80 to 240, pack of 50", quantity: 10, unit: "pack", price: 1640, vat: 20 },
  { code: "SF-0120", text: "Ear defenders SNR 31 dB", quantity: 15, unit: "pc", price: 1290, vat: 20 },
  { code: "SF-0133", text: "Safety glasses, anti-fog, clear", quantity: 15, unit: "pc", price: 645, vat: 20 },
  { code: "SF-0160", text: "Dust mask FFP3 with valve, box of 10", quantity: 8, unit: "box", price: 2195, vat: 20 },
  {
    code: "EX-4420",
    text: "Mobile dust extractor, 1200 W, M class, with 5 m hose and automatic filter cleaning",
    quantity: 1,
    unit: "pc",
    price: 68900,
    vat: 20,
  },
  { code: "EX-4425", text: "Fleece filter bags for EX-4420, pack of 5", quantity: 4, unit: "pack", price: 3150, vat: 20 },
  { code: "TM-0900", text: "Sawn oak, kiln dried, 27 mm, random widths", quantity: 0.85, unit: "m³", price: 184000, vat: 20 },
  { code: "TM-0912", text: "Birch plywood 18 mm, BB/BB, 2440 × 1220 mm", quantity: 14, unit: "sheet", price: 8460, vat: 20 },
  { code: "TM-0915", text: "Birch plywood 9 mm, BB/BB, 2440 × 1220 mm", quantity: 10, unit: "sheet", price: 5230, vat: 20 },
  { code: "FX-0310", text: "Wood screws 4 × 40 mm, box of 500", quantity: 10, unit: "box", price: 1175, vat: 20 },
  { code: "FX-0316", text: "Wood screws 5 × 60 mm, box of 200", quantity: 12, unit: "box", price: 985, vat: 20 },
  { code: "LT-0045", text: "LED bench lamp with clamp, 900 lm", quantity: 6, unit: "pc", price: 4890, vat: 20 },
  { code: "BK-7001", text: "Workshop safety handbook, printed edition", quantity: 12, unit: "copy", price: 1850, vat: 0 },
  { code: "BK-7004", text: "Joinery for beginners, course book, third edition", quantity: 12, unit: "copy", price: 2240, vat: 0 },
  {
    code: "SV-9001",
    text: "Delivery and installation of workbenches and dust extraction, two fitters, one day",
    quantity: 1,
    unit: "day",
    price: 52000,
    vat: 20,
  },
];

/** Per cent off the goods. */
const DISCOUNT = 5;

export const amountOf = ({ quantity, price }: Item) => Math.round(quantity * price);

const goods = (items: readonly Item[]) => items.reduce((sum, item) => sum + amountOf(item), 0);
const lessDiscount = (vat: Item["vat"]) => Math.round((goods(ITEMS.filter((item) => item.vat === vat)) * (100 - DISCOUNT)) / 100);

const standard = lessDiscount(20);
const zero = lessDiscount(0);
const vat = Math.round(standard * 0.2);
export const TOTALS = {
  goods: goods(ITEMS),
  discount: goods(ITEMS) - standard - zero,
  standard,
  zero,
  net: standard + zero,
  vat,
  total: standard + zero + vat,
};
