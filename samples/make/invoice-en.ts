/** An English invoice over two pages: supplies for a workshop. */
import { amountOf, ITEMS, type Item, TOTALS } from "./invoice-en-items.ts";
import { onEveryPage, openPaper, type Paper } from "./paper.ts";

const A4: [number, number] = [595.28, 841.89];
const LEFT = 50;
const RIGHT = 545;
const GREEN = "#1f5a4c";
const GREY = "#5d6670";
/** Text columns start here, number columns end here. */
const COLUMN = { code: 54, text: 106, quantity: 352, unit: 362, price: 446, vat: 484, amount: 541 };
const TABLE_END = 748;

export function invoiceEn(): Promise<Buffer> {
  const about = { title: "Invoice MF-20418", author: "Marlow Finch Ltd", made: "2026-03-12T09:20:00Z" };
  const paper = openPaper(about, A4, { font: "sans", size: 9 });
  letterhead(paper);
  billTo(paper);
  meta(paper);
  const y = items(paper, 300);
  closing(paper, y + 14);
  onEveryPage(paper, (page, pages) => footer(paper, page, pages));
  return paper.bytes();
}

function letterhead(paper: Paper): void {
  logo(paper, LEFT, 42);
  paper.write("Marlow Finch Ltd", 104, 46, { font: "sans-bold", size: 20, colour: GREEN });
  paper.write("Tools and supplies for workshops", 105, 70, { size: 10.5, colour: GREY });
  const lines = [
    "Unit 7, Example Wharf",
    "18 Canal Lane",
    "Bristol BS1 0ZZ",
    "United Kingdom",
    "Tel. 0117 496 0142",
    "accounts@example.com",
  ];
  lines.forEach((line, i) => {
    paper.write(line, RIGHT, 48 + i * 12.5, { size: 8.5, colour: GREY, align: "right" });
  });
  paper.rule(LEFT, 120, RIGHT, 120, { width: 1.2, colour: GREEN });
}

/** A plane with a wood shaving, drawn with curves. */
function logo({ pdf }: Paper, x: number, y: number): void {
  pdf.roundedRect(x, y, 44, 44, 9).fill(GREEN);
  pdf
    .path(
      `M ${x + 8} ${y + 33} L ${x + 36} ${y + 33} L ${x + 36} ${y + 28} L ${x + 14} ${y + 24} Q ${x + 8} ${y + 26} ${x + 8} ${y + 33} Z`,
    )
    .fill("#ffffff");
  pdf.path(
    `M ${x + 21} ${y + 24} Q ${x + 19} ${y + 11} ${x + 28} ${y + 10} Q ${x + 35} ${y + 11} ${x + 33} ${y + 17} Q ${x + 29} ${y + 20} ${x + 28} ${y + 16}`,
  );
  pdf.lineWidth(2.4).lineCap("round").strokeColor("#f3c46b").stroke().lineCap("butt");
}

function billTo(paper: Paper): void {
  paper.write("Bill to", LEFT, 142, { font: "sans-bold", size: 8.5, colour: GREEN });
  const lines = [
    "Thornbury Community College",
    "Purchasing Department",
    "Mr Idris Vale",
    "2 Sample Road",
    "Cardiff CF10 0ZZ",
    "United Kingdom",
  ];
  lines.forEach((line, i) => {
    paper.write(line, LEFT, 155 + i * 13, { font: i === 0 ? "sans-bold" : "sans", size: 10 });
  });
  paper.write("Your VAT No: GB 888 8888 11", LEFT, 240, { size: 8.5, colour: GREY });
}

function meta(paper: Paper): void {
  paper.write("INVOICE", 340, 138, { font: "sans-bold", size: 22, colour: GREEN });
  const rows = [
    ["Invoice number", "MF-20418"],
    ["Invoice date", "12 March 2026"],
    ["Due date", "11 April 2026"],
    ["Delivery date", "9 March 2026"],
    ["Your order", "TCC/2026/0371"],
    ["Customer number", "C-004417"],
  ];
  rows.forEach(([label = "", value = ""], i) => {
    paper.write(label, 340, 172 + i * 14, { colour: GREY });
    paper.write(value, 440, 172 + i * 14, { font: i === 0 ? "sans-bold" : "sans" });
  });
  paper.write("Thank you for your order. We charge for the goods and services below.", LEFT, 272, { size: 9.5 });
}

/** Returns where the table ends on the last page. */
function items(paper: Paper, from: number): number {
  let y = tableHead(paper, from);
  let carried = 0;
  ITEMS.forEach((item, i) => {
    const height = Math.max(13, paper.pdf.font("sans").fontSize(9).heightOfString(item.text, { width: 206 }) + 3);
    if (y + height > TABLE_END - 18) {
      sumLine(paper, "Carried forward", carried, y);
      paper.pdf.addPage();
      letterheadSmall(paper);
      y = tableHead(paper, 92);
      sumLine(paper, "Brought forward", carried, y);
      y += 18;
    }
    if (i % 2 === 1) paper.pdf.rect(LEFT, y - 2.5, RIGHT - LEFT, height + 2).fill("#f4f7f6");
    itemRow(paper, item, y);
    carried += amountOf(item);
    y += height + 2;
  });
  paper.rule(LEFT, y + 1, RIGHT, y + 1, { colour: GREEN });
  return y;
}

function tableHead(paper: Paper, y: number): number {
  paper.pdf.rect(LEFT, y, RIGHT - LEFT, 18).fill(GREEN);
  const head = { font: "sans-bold", size: 8.5, colour: "#ffffff" } as const;
  paper.write("Item no.", COLUMN.code, y + 4, head);
  paper.write("Description", COLUMN.text, y + 4, head);
  paper.write("Qty", COLUMN.quantity, y + 4, { ...head, align: "right" });
  paper.write("Unit", COLUMN.unit, y + 4, head);
  paper.write("Unit price", COLUMN.price, y + 4, { ...head, align: "right" });
  paper.write("VAT", COLUMN.vat, y + 4, { ...head, align: "right" });
  paper.write("Amount", COLUMN.amount, y + 4, { ...head, align: "right" });
  return y + 23;
}

function itemRow(paper: Paper, item: Item, y: number): void {
  paper.write(item.code, COLUMN.code, y);
  paper.write(item.text, COLUMN.text, y, { wrap: 206 });
  paper.write(String(item.quantity), COLUMN.quantity, y, { align: "right" });
  paper.write(item.unit, COLUMN.unit, y);
  paper.write(money(item.price), COLUMN.price, y, { align: "right" });
  paper.write(`${item.vat}%`, COLUMN.vat, y, { align: "right" });
  paper.write(money(amountOf(item)), COLUMN.amount, y, { align: "right" });
}

function sumLine(paper: Paper, label: string, amount: number, y: number): void {
  paper.write(label, COLUMN.text, y + 2, { font: "sans-bold" });
  paper.write(money(amount), COLUMN.amount, y + 2, { font: "sans-bold", align: "right" });
}

function letterheadSmall(paper: Paper): void {
  paper.write("Marlow Finch Ltd", LEFT, 48, { font: "sans-bold", size: 10, colour: GREEN });
  paper.write("Invoice MF-20418 of 12 March 2026", RIGHT, 48, { colour: GREY, align: "right" });
  paper.rule(LEFT, 66, RIGHT, 66, { width: 1.2, colour: GREEN });
}

function closing(paper: Paper, y: number): void {
  const rows: [string, string][] = [
    ["Subtotal", money(TOTALS.goods)],
    ["Trade discount 5%", `−${money(TOTALS.discount)}`],
    ["Net total", money(TOTALS.net)],
    ["Total VAT", money(TOTALS.vat)],
  ];
  rows.forEach(([label, value], i) => {
    paper.write(label, 380, y + i * 15);
    paper.write(value, COLUMN.amount, y + i * 15, { align: "right" });
  });
  const bottom = y + rows.length * 15 + 3;
  paper.pdf.rect(372, bottom, RIGHT - 372, 22).fill(GREEN);
  paper.write("Total due", 380, bottom + 5, { font: "sans-bold", size: 11, colour: "#ffffff" });
  paper.write(`GBP ${money(TOTALS.total)}`, COLUMN.amount, bottom + 5, { font: "sans-bold", size: 11, colour: "#ffffff", align: "right" });
  vatSummary(paper, bottom + 50);
  payment(paper, bottom + 116);
}

function vatSummary(paper: Paper, y: number): void {
  const columns = [LEFT + 54, LEFT + 130, LEFT + 200];
  ["VAT rate", "Net", "VAT amount"].forEach((head, i) => {
    paper.write(head, columns[i] ?? 0, y, { font: "sans-bold", size: 8.5, colour: GREEN, align: "right" });
  });
  paper.rule(LEFT, y + 13, LEFT + 204, y + 13, { colour: GREEN });
  const rows = [
    ["20%", money(TOTALS.standard), money(TOTALS.vat)],
    ["0%", money(TOTALS.zero), money(0)],
  ];
  rows.forEach((row, k) => {
    row.forEach((cell, i) => {
      paper.write(cell, columns[i] ?? 0, y + 17 + k * 13, { align: "right" });
    });
  });
}

function payment(paper: Paper, y: number): void {
  paper.write("Payment", LEFT, y, { font: "sans-bold", size: 10, colour: GREEN });
  const terms =
    "Payment terms: 30 days net. Please quote the invoice number with your payment. Goods remain our property until they are paid for in full.";
  paper.write(terms, LEFT, y + 15, { wrap: 495 });
  const rows = [
    ["Bank", "Example Bank plc, Bristol"],
    ["IBAN", "GB82 WEST 1234 5698 7654 32"],
    ["BIC", "WESTGB2LXXX"],
  ];
  rows.forEach(([label = "", value = ""], i) => {
    paper.write(label, LEFT, y + 46 + i * 13, { colour: GREY });
    paper.write(value, LEFT + 78, y + 46 + i * 13);
  });
}

function footer(paper: Paper, page: number, pages: number): void {
  const small = { size: 7.5, colour: GREY } as const;
  paper.rule(LEFT, 782, RIGHT, 782, { colour: "#b9c4c0" });
  paper.write("Marlow Finch Ltd · Registered in England and Wales No. 00000418 · www.example.com", LEFT, 787, small);
  paper.write("VAT No: GB 999 9999 73 · Registered office: 18 Canal Lane, Bristol BS1 0ZZ", LEFT, 797, small);
  paper.write(`Page ${page} of ${pages}`, RIGHT, 787, { ...small, align: "right" });
}

const money = (pence: number) => (pence / 100).toLocaleString("en-GB", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
