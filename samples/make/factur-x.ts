/** A French invoice as Factur-X: a page that people read, and the same as data (factur-x.xml, profile EN 16931) inside of the PDF. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { openPaper, type Paper } from "./paper.ts";

const A4: [number, number] = [595.28, 841.89];
const LEFT = 60;
const RIGHT = 535;
const MADE = "2026-06-02T08:00:00Z";

export function facturX(): Promise<Buffer> {
  const about = { title: "Facture FX-2026-0117", author: "Papeterie du Moulin SARL", made: MADE };
  const paper = openPaper(about, A4, { size: 10, colour: "#1d2329" });
  head(paper);
  lines(paper);
  totals(paper);
  const xml = readFileSync(path.join(import.meta.dirname, "factur-x.xml"));
  const date = new Date(MADE);
  paper.pdf.file(xml, { name: "factur-x.xml", type: "text/xml", creationDate: date, modifiedDate: date });
  return paper.bytes();
}

function head(paper: Paper): void {
  paper.write("Papeterie du Moulin SARL", LEFT, 56, { font: "Helvetica-Bold", size: 16 });
  ["12 rue des Lilas", "69003 Lyon", "N° TVA : FR32123456789"].forEach((line, i) => {
    paper.write(line, LEFT, 80 + i * 14);
  });
  ["Café Exemple SAS", "5 place du Marché", "38000 Grenoble", "N° TVA : FR40987654321"].forEach((line, i) => {
    paper.write(line, 350, 150 + i * 14);
  });
  const facts = [
    ["Facture n°", "FX-2026-0117"],
    ["Date de facture", "02/06/2026"],
    ["Échéance", "02/07/2026"],
    ["Commande", "BC-4471"],
  ];
  facts.forEach(([label = "", value = ""], i) => {
    paper.write(label, LEFT, 150 + i * 14, { colour: "#555555" });
    paper.write(value, 150, 150 + i * 14, { font: "Helvetica-Bold" });
  });
}

function lines(paper: Paper): void {
  const heads: [string, number, "left" | "right"][] = [
    ["Désignation", LEFT, "left"],
    ["Quantité", 350, "right"],
    ["Prix unitaire", 430, "right"],
    ["Montant HT", RIGHT, "right"],
  ];
  for (const [text, x, align] of heads) paper.write(text, x, 250, { font: "Helvetica-Bold", align });
  paper.rule(LEFT, 266, RIGHT, 266);
  const rows = [
    ["Carnet quadrillé A5", "40", "3,20", "128,00"],
    ["Stylo à bille bleu", "120", "0,85", "102,00"],
    ["Carton de 500 enveloppes", "2", "24,50", "49,00"],
  ];
  rows.forEach(([text = "", quantity = "", price = "", amount = ""], i) => {
    const y = 274 + i * 16;
    paper.write(text, LEFT, y);
    paper.write(quantity, 350, y, { align: "right" });
    paper.write(price, 430, y, { align: "right" });
    paper.write(amount, RIGHT, y, { align: "right" });
  });
}

function totals(paper: Paper): void {
  const sums = [
    ["Total HT", "279,00 €"],
    ["TVA 20 %", "55,80 €"],
    ["Total TTC", "334,80 €"],
    ["Net à payer", "334,80 €"],
  ];
  sums.forEach(([label = "", value = ""], i) => {
    paper.write(label, 380, 340 + i * 16, { font: i > 1 ? "Helvetica-Bold" : "Helvetica" });
    paper.write(value, RIGHT, 340 + i * 16, { font: i > 1 ? "Helvetica-Bold" : "Helvetica", align: "right" });
  });
  paper.write("Virement à 30 jours. IBAN : FR76 3000 6000 0112 3456 7890 189", LEFT, 430);
  paper.write("Cette facture contient les mêmes données au format Factur-X.", LEFT, 446, { colour: "#555555", size: 8.5 });
}
