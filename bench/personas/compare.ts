/** When a read value counts as right. */

/** After NFKC and lower case, every run of white space, punctuation and signs is one space. */
export function sameName(read: string, truth: string): boolean {
  return folded(read) === folded(truth);
}

export function sameEmail(read: string, truth: string): boolean {
  return read.trim().toLowerCase() === truth.toLowerCase();
}

/** Equal digits; the truth's own country code may be missing or be written out. */
export function samePhone(read: string, truth: string): boolean {
  const digits = (text: string) => text.replace(/\D/g, "").replace(/^00/, "");
  const [a, b] = [digits(read), digits(truth)];
  if (a === b) return true;
  const [longer, shorter] = a.length > b.length ? [a, b] : [b, a];
  const national = shorter.replace(/^0/, "");
  const code = longer.length - national.length;
  return national.length >= 7 && code >= 1 && code <= 3 && longer.endsWith(national);
}

function folded(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s\p{P}\p{S}]+/gu, " ")
    .trim();
}
