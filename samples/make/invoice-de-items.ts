/** The items of the German invoice. Prices and amounts are in cents. */

export type Posten = { nummer: string; text: string; menge: number; einheit: string; preis: number; steuer: 7 | 19 };

export const POSTEN: readonly Posten[] = [
  { nummer: "10017", text: "Espresso Sonnenhain, ganze Bohne, 1 kg", menge: 24, einheit: "Btl.", preis: 2190, steuer: 7 },
  { nummer: "10022", text: "Filterkaffee Hochland, helle Röstung, ganze Bohne, 1 kg", menge: 12, einheit: "Btl.", preis: 2345, steuer: 7 },
  { nummer: "10031", text: "Espresso entkoffeiniert, 500 g", menge: 8, einheit: "Btl.", preis: 1380, steuer: 7 },
  { nummer: "11004", text: "Trinkschokolade, 60 % Kakao, Dose 1 kg", menge: 6, einheit: "Dose", preis: 1795, steuer: 7 },
  { nummer: "11010", text: "Darjeeling First Flush, loser Tee, Bio", menge: 2.5, einheit: "kg", preis: 6480, steuer: 7 },
  {
    nummer: "11018",
    text: "Kräutertee Gartenminze, Pyramidenbeutel, Karton mit 100 Stück",
    menge: 10,
    einheit: "Karton",
    preis: 1425,
    steuer: 7,
  },
  { nummer: "11025", text: "Rohrzucker-Sticks, Karton mit 1.000 Stück", menge: 3, einheit: "Karton", preis: 2260, steuer: 7 },
  { nummer: "11031", text: "Hafergetränk Barista, Kiste mit 12 Packungen", menge: 15, einheit: "Kiste", preis: 2148, steuer: 19 },
  { nummer: "11040", text: "Sirup Vanille, 1 l", menge: 6, einheit: "Fl.", preis: 895, steuer: 7 },
  { nummer: "11041", text: "Sirup Haselnuss, 1 l", menge: 6, einheit: "Fl.", preis: 895, steuer: 7 },
  { nummer: "12003", text: "Amarettini, einzeln verpackt, Karton mit 200 Stück", menge: 4, einheit: "Karton", preis: 1980, steuer: 7 },
  {
    nummer: "20110",
    text: "Siebträgermaschine Modell Duo, zweigruppig, inkl. Wasserfilter und Erstinbetriebnahme",
    menge: 1,
    einheit: "Stk.",
    preis: 489000,
    steuer: 19,
  },
  { nummer: "20145", text: "Espressomühle 64 mm, Direktmahler", menge: 2, einheit: "Stk.", preis: 64900, steuer: 19 },
  { nummer: "20150", text: "Filterkaffeemaschine mit zwei Thermoskannen à 2,2 l", menge: 1, einheit: "Stk.", preis: 57850, steuer: 19 },
  { nummer: "21007", text: "Milchkännchen Edelstahl 0,6 l", menge: 4, einheit: "Stk.", preis: 2190, steuer: 19 },
  { nummer: "21012", text: "Tamper 58 mm, Buche", menge: 2, einheit: "Stk.", preis: 3475, steuer: 19 },
  { nummer: "21020", text: "Cappuccinotasse mit Untertasse, weiß, 180 ml", menge: 48, einheit: "Stk.", preis: 685, steuer: 19 },
  { nummer: "21021", text: "Espressotasse mit Untertasse, weiß, 70 ml", menge: 48, einheit: "Stk.", preis: 540, steuer: 19 },
  {
    nummer: "21060",
    text: "Pappbecher 0,2 l, kompostierbar, Karton mit 1.000 Stück",
    menge: 5,
    einheit: "Karton",
    preis: 7990,
    steuer: 19,
  },
  { nummer: "22001", text: "Reinigungspulver für Gruppenköpfe, 900 g", menge: 3, einheit: "Dose", preis: 1465, steuer: 19 },
  { nummer: "22008", text: "Entkalker, flüssig, 5 l", menge: 2, einheit: "Kan.", preis: 3120, steuer: 19 },
  { nummer: "30001", text: "Barista-Schulung vor Ort, bis zu sechs Personen", menge: 4, einheit: "Std.", preis: 9500, steuer: 19 },
  { nummer: "30010", text: "Anfahrt und Lieferung", menge: 1, einheit: "psch.", preis: 8500, steuer: 19 },
];

export const betragVon = ({ menge, preis }: Posten) => Math.round(menge * preis);

const netto = (steuer: Posten["steuer"]) =>
  POSTEN.filter((posten) => posten.steuer === steuer).reduce((sum, posten) => sum + betragVon(posten), 0);
const netto7 = netto(7);
const netto19 = netto(19);
const steuer7 = Math.round(netto7 * 0.07);
const steuer19 = Math.round(netto19 * 0.19);
const brutto = netto7 + netto19 + steuer7 + steuer19;
export const SUMMEN = { netto: netto7 + netto19, netto7, netto19, steuer7, steuer19, brutto, skonto: Math.round(brutto * 0.02) };
