/** How the names of parties are written in sentences. */

/** What follows a name and belongs to it: legal forms, degrees, generations. */
export const NAME_FORM =
  "(?:,? (?:Inc(?:orporated|\\b\\.?)|LLC|L\\.L\\.C\\.|L\\.?P\\.?|LLP|Ltd\\.?|Limited|Corp(?:oration|\\b\\.?)|Company|Co\\.|PLC|plc|N\\.V\\.|B\\.V\\.|S\\.A\\.|AG|GmbH(?: & Co\\. KG)?|KG|SE|SAS|SARL|S\\.p\\.A\\.|S\\.r\\.l\\.|Jr\\.?|Sr\\.?))";
/** Capitalised words and small ones between them, with what belongs to them. */
export const PARTY_NAME = `[\\p{Lu}\\d][\\p{L}\\d.&'’/-]{0,40}(?: (?!AND\\b)(?:[\\p{Lu}\\d&][\\p{L}\\d.&'’/-]{0,40}|of|and(?= [\\p{Lu}]\\p{L}{0,20} ?(?:Company|Co\\.)))){0,7}${NAME_FORM}{0,2}`;
