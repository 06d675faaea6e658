/** Invented names of people and firms. */
import type { Language } from "./locale.ts";

/** Given names and family names of each language, separated by spaces. */
const PEOPLE: Record<Language, readonly [string, string]> = {
  en: [
    "Alice Brandon Carla Derek Elaine Fergus Grace Hector Imogen Jasper Karen Lewis Miriam Nolan Olive Priya Quentin Rosa Samuel Tessa Umar Vera Wesley Yasmin Zachary Amara Kenji Mei Ibrahim Ngozi",
    "Abernathy Blackwell Carmody Dunleavy Ellsworth Fairbairn Gillespie Hathaway Ingleby Jennings Kettering Lockwood Merriman Northcote Okafor Pemberton Quayle Rutherford Sandoval Thackeray Underhill Vasquez Whitlock Yardley Nakamura Osei Banerjee Chowdhury Tran",
  ],
  de: [
    "Anke Bernd Christa Dieter Elke Frank Gisela Holger Ines Jörg Katrin Lothar Monika Norbert Petra Rüdiger",
    "Ackermann Böttcher Dreyer Eberhardt Fuhrmann Grünberg Hollstein Jansen Kühne Lindemann Mertens Niehaus Oberländer Pohlmann",
  ],
  fr: [
    "Amélie Benoît Camille Didier Élodie Fabrice Geneviève Hugues Inès Julien Laure Mathieu Noémie Olivier",
    "Aubertin Beaumont Carpentier Delorme Estève Fontanel Girard Hébert Lacombe Marchand Perrault Rousselot Vasseur",
  ],
  es: [
    "Alejandra Beatriz Carlos Dolores Esteban Felipe Gloria Hernán Inés Joaquín Lucía Marcos Nuria Óscar",
    "Aguirre Benítez Cordero Domínguez Escobar Figueroa Herrera Ibáñez Lozano Montoya Paredes Quintana Salazar",
  ],
  it: [
    "Alessia Bruno Chiara Davide Elena Fabio Giulia Lorenzo Marta Nicola Paola Riccardo",
    "Barbieri Colombo De Santis Esposito Ferrari Galli Lombardi Moretti Pellegrini Rinaldi Santoro",
  ],
  nl: [
    "Anneke Bram Carolien Daan Eefje Floris Geert Hanneke Joost Liesbeth Maarten",
    "Bakker Dijkstra Hoekstra Janssen Kuipers Meijer Postma Schouten Verhoeven Willems",
  ],
  pt: [
    "Ana Bruno Catarina Diogo Fernanda Gustavo Helena João Luísa Marcelo Rita",
    "Almeida Barbosa Carvalho Ferreira Gonçalves Moreira Nogueira Pereira Ribeiro Teixeira",
  ],
};
const STEMS =
  "Northgate Bluefin Harrowfield Silverbrook Castlemere Orion Redwood Pinecrest Summit Alder Brightwater Cobalt Deltaline Evergreen Falcon Granite Halcyon Ironbridge Juniper Kestrel Lakeside Meridian Nimbus Oakhurst Pelican Quartz Ridgeway Stellar Tamarind Umbra Vantage Westhaven Zephyr";
const TRADES: Record<Language, string> = {
  en: "Logistics Foods Engineering Bank Insurance Energy Supplies Systems Clinic Motors Textiles Partners Laboratories Services Trading Housing",
  de: "Logistik Lebensmittel Maschinenbau Energie Handel Technik Versicherung Dienstleistungen",
  fr: "Logistique Distribution Énergie Assurances Services Industrie",
  es: "Logística Alimentos Energía Seguros Servicios Industrias",
  it: "Logistica Alimentari Energia Assicurazioni Servizi Industrie",
  nl: "Logistiek Voeding Energie Verzekeringen Diensten Techniek",
  pt: "Logística Alimentos Energia Seguros Serviços Indústrias",
};

export const givenNames = (language: Language): string[] => PEOPLE[language][0].split(" ");
export const familyNames = (language: Language): string[] => PEOPLE[language][1].replace("De Santis", "Desantis").split(" ");
export const firmStems = (): string[] => STEMS.split(" ");
export const firmTrades = (language: Language): string[] => TRADES[language].split(" ");
