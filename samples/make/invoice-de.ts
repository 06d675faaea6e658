/** A German invoice over two pages in the layout of DIN 5008 form A: a roastery supplies a café. */
import { betragVon, POSTEN, type Posten, SUMMEN } from "./invoice-de-items.ts";
import { type Ink, onEveryPage, openPaper, type Paper } from "./paper.ts";

const A4: [number, number] = [595.28, 841.89];
const LEFT = 70.9; // 25 mm
const RIGHT = 538.6; // 20 mm from the edge
const GREY = "#555555";
const BROWN = "#6b3f1d";
const BOLD: Ink = { font: "Helvetica-Bold" };
/** Text columns start here, number columns end here. */
const COLUMN = { pos: 89, nummer: 97, text: 136, menge: 350, einheit: 364, steuer: 422, preis: 480, betrag: 536 };
const TEXT_WIDTH = 184;
const TABLE_END = 742;

export function invoiceDe(): Promise<Buffer> {
  const about = { title: "Rechnung RE-2026-0815", author: "Kaffeerösterei Sonnenhain GmbH", made: "2026-04-14T08:05:00Z" };
  const paper = openPaper(about, A4, { size: 9, colour: "#111111" });
  kopf(paper);
  anschrift(paper);
  angaben(paper);
  const y = tabelle(paper, 316);
  schluss(paper, y + 10);
  onEveryPage(paper, (page, pages) => fuss(paper, page, pages));
  return paper.bytes();
}

function kopf(paper: Paper): void {
  bohne(paper, RIGHT - 20, 56);
  paper.write("Kaffeerösterei Sonnenhain GmbH", RIGHT - 42, 44, { ...BOLD, size: 15, colour: BROWN, align: "right" });
  paper.write("Kaffee · Tee · Maschinen für die Gastronomie", RIGHT - 42, 63, { size: 8.5, colour: GREY, align: "right" });
  // Fold and punch marks.
  for (const y of [246.6, 420.9, 544.3]) paper.rule(12, y, y === 420.9 ? 30 : 22, y, { width: 0.4, colour: "#888888" });
}

/** A coffee bean: an ellipse with its seam. */
function bohne({ pdf }: Paper, x: number, y: number): void {
  pdf.save().rotate(-28, { origin: [x, y] });
  pdf.ellipse(x, y, 12, 18).fill(BROWN);
  pdf
    .path(`M ${x} ${y - 17} Q ${x + 7} ${y - 6} ${x} ${y} Q ${x - 7} ${y + 6} ${x} ${y + 17}`)
    .lineWidth(1.8)
    .strokeColor("#ffffff")
    .stroke();
  pdf.restore();
}

function anschrift(paper: Paper): void {
  paper.write("Kaffeerösterei Sonnenhain GmbH · Musterallee 12 · 01067 Dresden", LEFT, 127, { size: 6.8, colour: GREY });
  paper.rule(LEFT, 137, LEFT + 226, 137, { width: 0.4, colour: "#888888" });
  const zeilen = ["Café Morgenrot", "Inh. Petra Beispiel", "Musterweg 3a", "04109 Leipzig"];
  zeilen.forEach((zeile, i) => {
    paper.write(zeile, LEFT, 150 + i * 13.5, { size: 10.5 });
  });
}

function angaben(paper: Paper): void {
  const zeilen = [
    ["Rechnungsnummer:", "RE-2026-0815"],
    ["Rechnungsdatum:", "14.04.2026"],
    ["Lieferdatum:", "09.04.2026"],
    ["Kundennummer:", "20318"],
    ["Ihre Bestellung:", "B-1177 vom 30.03.2026"],
    ["Ansprechpartner:", "Jonas Muster"],
    ["Telefon:", "+49 30 23125 148"],
    ["E-Mail:", "rechnung@example.com"],
  ];
  zeilen.forEach(([name = "", wert = ""], i) => {
    paper.write(name, 354, 127 + i * 13.2, { colour: GREY });
    paper.write(wert, 440, 127 + i * 13.2, i === 0 ? BOLD : {});
  });
  paper.write("Rechnung", LEFT, 252, { ...BOLD, size: 16 });
  paper.write("Sehr geehrte Frau Beispiel,", LEFT, 279, { size: 9.5 });
  paper.write("für unsere Lieferungen und Leistungen stellen wir Ihnen wie vereinbart in Rechnung:", LEFT, 294, { size: 9.5 });
}

/** Returns where the table ends on the last page. */
function tabelle(paper: Paper, from: number): number {
  let y = tabellenkopf(paper, from);
  let uebertrag = 0;
  POSTEN.forEach((posten, i) => {
    const height = paper.pdf.font("Helvetica").fontSize(9).heightOfString(posten.text, { width: TEXT_WIDTH }) + 6;
    if (y + height > TABLE_END - 18) {
      summenzeile(paper, "Übertrag", uebertrag, y + 3);
      paper.pdf.addPage();
      paper.write("Rechnung RE-2026-0815 vom 14.04.2026, Kunde 20318", LEFT, 60, { ...BOLD, size: 10 });
      y = tabellenkopf(paper, 84);
      summenzeile(paper, "Übertrag", uebertrag, y);
      y += 18;
    }
    zeile(paper, posten, i + 1, y);
    uebertrag += betragVon(posten);
    y += height;
    paper.rule(LEFT, y - 3.5, RIGHT, y - 3.5, { width: 0.3, colour: "#c8c8c8" });
  });
  return y;
}

function tabellenkopf(paper: Paper, y: number): number {
  paper.write("Pos.", COLUMN.pos, y, { ...BOLD, size: 8.5, align: "right" });
  paper.write("Art.-Nr.", COLUMN.nummer, y, { ...BOLD, size: 8.5 });
  paper.write("Bezeichnung", COLUMN.text, y, { ...BOLD, size: 8.5 });
  paper.write("Menge", COLUMN.menge, y, { ...BOLD, size: 8.5, align: "right" });
  paper.write("Einheit", COLUMN.einheit, y, { ...BOLD, size: 8.5 });
  paper.write("USt", COLUMN.steuer, y, { ...BOLD, size: 8.5, align: "right" });
  paper.write("Einzelpreis", COLUMN.preis, y, { ...BOLD, size: 8.5, align: "right" });
  paper.write("Gesamt", COLUMN.betrag, y, { ...BOLD, size: 8.5, align: "right" });
  paper.rule(LEFT, y + 13, RIGHT, y + 13, { width: 0.9 });
  return y + 19;
}

function zeile(paper: Paper, posten: Posten, pos: number, y: number): void {
  paper.write(String(pos), COLUMN.pos, y, { align: "right" });
  paper.write(posten.nummer, COLUMN.nummer, y);
  paper.write(posten.text, COLUMN.text, y, { wrap: TEXT_WIDTH });
  paper.write(posten.menge.toLocaleString("de-DE"), COLUMN.menge, y, { align: "right" });
  paper.write(posten.einheit, COLUMN.einheit, y);
  paper.write(`${posten.steuer} %`, COLUMN.steuer, y, { align: "right" });
  paper.write(geld(posten.preis), COLUMN.preis, y, { align: "right" });
  paper.write(geld(betragVon(posten)), COLUMN.betrag, y, { align: "right" });
}

function summenzeile(paper: Paper, name: string, betrag: number, y: number): void {
  paper.write(name, COLUMN.text, y, BOLD);
  paper.write(geld(betrag), COLUMN.betrag, y, { ...BOLD, align: "right" });
}

function schluss(paper: Paper, from: number): void {
  let y = from;
  const zeilen: [string, number][] = [
    ["Summe netto", SUMMEN.netto],
    [`zzgl. 7 % USt auf ${geld(SUMMEN.netto7)} €`, SUMMEN.steuer7],
    [`zzgl. 19 % USt auf ${geld(SUMMEN.netto19)} €`, SUMMEN.steuer19],
  ];
  for (const [name, betrag] of zeilen) {
    paper.write(name, 320, y);
    paper.write(`${geld(betrag)} €`, COLUMN.betrag, y, { align: "right" });
    y += 15;
  }
  paper.rule(320, y, RIGHT, y, { width: 0.9 });
  paper.write("Rechnungsbetrag", 320, y + 6, { ...BOLD, size: 11 });
  paper.write(`${geld(SUMMEN.brutto)} €`, COLUMN.betrag, y + 6, { ...BOLD, size: 11, align: "right" });
  paper.rule(320, y + 22, RIGHT, y + 22, { width: 0.9 });
  paper.rule(320, y + 24, RIGHT, y + 24, { width: 0.9 });
  zahlung(paper, y + 48);
}

function zahlung(paper: Paper, y: number): void {
  const saetze = [
    "Zahlungsziel: 30 Tage ohne Abzug. Fällig am: 14.05.2026",
    `Bei Zahlung innerhalb von 10 Tagen gewähren wir 2 % Skonto (${geld(SUMMEN.skonto)} €).`,
    "Bitte überweisen Sie den Betrag unter Angabe der Rechnungsnummer auf das unten genannte Konto.",
  ];
  saetze.forEach((satz, i) => {
    paper.write(satz, LEFT, y + i * 14, { size: 9.5 });
  });
  paper.write("Die gelieferte Ware bleibt bis zur vollständigen Bezahlung unser Eigentum.", LEFT, y + 52, { size: 9.5 });
  paper.write("Mit freundlichen Grüßen", LEFT, y + 82, { size: 9.5 });
  paper.write("Jonas Muster", LEFT, y + 97, { font: "pen", size: 20, colour: "#1b2f6b" });
}

function fuss(paper: Paper, page: number, pages: number): void {
  paper.rule(LEFT, 772, RIGHT, 772, { width: 0.5, colour: "#999999" });
  const spalten: [number, string[]][] = [
    [LEFT, ["Kaffeerösterei Sonnenhain GmbH", "Musterallee 12", "01067 Dresden", "www.example.com"]],
    [218, ["Geschäftsführerin: Dr. Mia Muster", "Amtsgericht Musterstadt", "HRB 00815", "Steuernummer: 000/815/00008"]],
    [362, ["Musterbank eG", "IBAN: DE37 9999 9999 0123 4567 89", "BIC: MUSTDEFFXXX", "USt-IdNr.: DE999999995"]],
  ];
  for (const [x, zeilen] of spalten) {
    zeilen.forEach((text, i) => {
      paper.write(text, x, 778 + i * 9.5, { size: 7, colour: GREY });
    });
  }
  paper.write(`Seite ${page} von ${pages}`, RIGHT, 758, { size: 8, colour: GREY, align: "right" });
}

const geld = (cent: number) => (cent / 100).toLocaleString("de-DE", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
