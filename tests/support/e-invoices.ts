/** E-invoices of a few elements, and files that hold several. */

const FATTURA = "http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2";
const UBL = "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2";

type File = { name: string; bytes: Buffer };

/** One sender's invoices in one file: a head, and a body for each number, with its total and a file in it. */
export function fatturaLot(numbers: readonly string[], file?: File): Buffer {
  const attached = file
    ? `<Allegati><NomeAttachment>${file.name}</NomeAttachment><Attachment>${file.bytes.toString("base64")}</Attachment></Allegati>`
    : "";
  const body = (
    number: string,
    i: number,
  ) => `<FatturaElettronicaBody><DatiGenerali><DatiGeneraliDocumento><TipoDocumento>TD01</TipoDocumento>
<Divisa>EUR</Divisa><Data>2026-03-0${i + 1}</Data><Numero>${number}</Numero><ImportoTotaleDocumento>${100 + i}.00</ImportoTotaleDocumento></DatiGeneraliDocumento></DatiGenerali>
<DatiBeniServizi><DettaglioLinee><NumeroLinea>1</NumeroLinea><Descrizione>Servizio ${number}</Descrizione><PrezzoTotale>${100 + i}.00</PrezzoTotale></DettaglioLinee></DatiBeniServizi>${attached}</FatturaElettronicaBody>`;
  return Buffer.from(`<p:FatturaElettronica xmlns:p="${FATTURA}" versione="FPR12"><FatturaElettronicaHeader><CedentePrestatore><DatiAnagrafici>
<Anagrafica><Denominazione>Esempio Servizi SRL</Denominazione></Anagrafica></DatiAnagrafici></CedentePrestatore></FatturaElettronicaHeader>
${numbers.map(body).join("\n")}</p:FatturaElettronica>`);
}

export function ublInvoice(number: string, files: readonly File[] = []): string {
  const attached = files.map(
    ({ name, bytes }) =>
      `<AdditionalDocumentReference><ID>${name}</ID><Attachment><EmbeddedDocumentBinaryObject filename="${name}">${bytes.toString("base64")}</EmbeddedDocumentBinaryObject></Attachment></AdditionalDocumentReference>`,
  );
  return `<Invoice xmlns="${UBL}"><ID>${number}</ID><IssueDate>2026-04-05</IssueDate><DocumentCurrencyCode>EUR</DocumentCurrencyCode>${attached.join("")}
<LegalMonetaryTotal><PayableAmount currencyID="EUR">9.50</PayableAmount></LegalMonetaryTotal></Invoice>`;
}
