/** What the codes of e-invoices mean in words, for fields with a list of options: UNTDID 1001 and 4461, and the codes of FatturaPA. */

const WORDS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  "BT-3": {
    "326": ["partial invoice", "Teilrechnung"],
    "380": ["invoice", "commercial invoice", "Rechnung", "facture", "fattura"],
    "381": ["credit note", "Gutschrift", "avoir", "nota di credito"],
    "383": ["debit note", "Lastschriftanzeige"],
    "384": ["corrected invoice", "Rechnungskorrektur", "Korrekturrechnung"],
    "386": ["prepayment invoice", "Anzahlungsrechnung"],
    "389": ["self-billed invoice", "Gutschriftsverfahren"],
    "220": ["order", "Bestellung", "commande"],
    TD01: ["invoice", "fattura"],
    TD02: ["prepayment invoice", "acconto"],
    TD04: ["credit note", "nota di credito"],
    TD05: ["debit note", "nota di debito"],
  },
  "BT-81": {
    "10": ["cash", "bar", "Barzahlung"],
    "20": ["cheque", "check", "Scheck"],
    "30": ["credit transfer", "bank transfer", "transfer", "Überweisung", "virement"],
    "42": ["bank transfer", "transfer", "payment to bank account", "Überweisung"],
    "48": ["card", "bank card", "Karte"],
    "49": ["direct debit", "Lastschrift"],
    "54": ["credit card", "card", "Kreditkarte"],
    "55": ["debit card", "card"],
    "57": ["standing agreement"],
    "58": ["SEPA credit transfer", "SEPA transfer", "bank transfer", "credit transfer", "transfer", "Überweisung"],
    "59": ["SEPA direct debit", "direct debit", "Lastschrift"],
    MP01: ["cash", "contanti"],
    MP05: ["bank transfer", "credit transfer", "transfer", "bonifico"],
    MP08: ["card", "carta di pagamento"],
  },
};

/** Words for a code; empty for a code that has none. */
export const wordsOfCode = (term: string, code: string): readonly string[] => WORDS[term === "BT-82" ? "BT-81" : term]?.[code] ?? [];
