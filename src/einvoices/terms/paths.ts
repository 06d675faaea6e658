/** Beginnings of paths that many terms share. */

const TRANSACTION = "SupplyChainTradeTransaction";
export const AGREEMENT = `${TRANSACTION}/ApplicableHeaderTradeAgreement`;
export const DELIVERY = `${TRANSACTION}/ApplicableHeaderTradeDelivery`;
export const SETTLEMENT = `${TRANSACTION}/ApplicableHeaderTradeSettlement`;
export const TOTALS = `${SETTLEMENT}/SpecifiedTradeSettlementHeaderMonetarySummation`;
export const LINES = `${TRANSACTION}/IncludedSupplyChainTradeLineItem`;
export const HEAD = "FatturaElettronicaHeader";
export const GENERAL = "FatturaElettronicaBody/DatiGenerali";
export const OWN = `${GENERAL}/DatiGeneraliDocumento`;
export const GOODS = "FatturaElettronicaBody/DatiBeniServizi";
export const PAYMENT = "FatturaElettronicaBody/DatiPagamento/DettaglioPagamento";
/** Of an element with a date in CII. */
export const DATE = "DateTimeString";
