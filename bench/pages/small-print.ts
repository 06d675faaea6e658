/** Text that no field asks for: instructions, disclaimers, dates of print, telephone numbers of a help desk. */
import { type Lane, laneOf, paragraph, type Sheet } from "./sheet.ts";
import { drawValue, type Setting } from "./values.ts";

const LINES = [
  "Please check all entries carefully and report any discrepancy within 14 days.",
  "This is a computer generated document. No signature is required.",
  "Keep this copy for your records. Do not write below this line.",
  "See reverse for terms and conditions. Errors and omissions excepted.",
  "For official use only.",
  "If you have questions, call our help desk on {phone} between 9 am and 5 pm.",
  "Printed {date}",
  "Form 99-B (rev. 03/19)",
  "Type or print clearly in black ink. Attach additional sheets if necessary.",
  "The information given is true to the best of our knowledge. Penalties apply to false statements.",
  "Goods remain our property until paid in full. Place of jurisdiction is our registered office.",
  "In accordance with the provisions of the Act, personal data are processed only for the purposes stated and are erased after ten years.",
  "Thank you!",
  "The undersigned undertakes to notify the issuing office without delay of every change in the particulars given above.",
  "Section 4 (2): the entries marked with an asterisk are mandatory; the others are voluntary and serve statistics only.",
  "We process your data on the basis of the contract. You may object at any time. Our data protection officer answers within 30 days.",
  "Cheques are credited subject to collection. Interest of 1.5 % per month is charged on overdue sums above 250.00.",
  "Office hours Monday to Friday 8:30 to 12:00 and 13:00 to 16:30, closed on public holidays.",
  "Copy 1: office. Copy 2: applicant. Copy 3: archive.",
];

const ISSUER_LINES = [
  "Write to: {issuer}, P.O. Box 4410",
  "{issuer} is supervised by the authority of its registered office.",
  "(c) {issuer}. All rights reserved.",
  "Issued by {issuer} without signature",
  "{issuer} Member of the Chamber",
  "Questions? {issuer} Customer Service, Monday to Friday",
];

/** One to three lines of small print that alone say who issued the page. */
export function drawIssuer(sheet: Sheet, issuer: string): void {
  const { random, look } = sheet;
  for (const line of random.shuffle(ISSUER_LINES).slice(0, random.int(1, 3))) {
    paragraph(sheet, line.replace("{issuer}", issuer), laneOf(sheet), { sizePt: look.sizePt * 0.8, color: "#555555" });
    sheet.yPt += 3;
  }
}

/** Up to nine such texts in small letters, with values that belong to no asked field. */
export function drawSmallPrint(sheet: Sheet, setting: Setting): void {
  const { random, look } = sheet;
  const lane: Lane = laneOf(sheet);
  for (const line of random.shuffle(LINES).slice(0, random.chance(0.25) ? random.int(4, 9) : random.int(0, 3))) {
    const filled = line.replace(/\{(\w+)\}/g, (_, kind: string) => drawValue(kind, setting).lines[0] ?? "");
    paragraph(sheet, filled, lane, { sizePt: look.sizePt * 0.8, color: "#555555" });
    sheet.yPt += 3;
  }
}
