/** Words of periods: en, de, fr, es, it, pt, nl, and the common ones of zh, ja, ko, ru, ar, hi, vi, pl, tr, is, id, el, he, th. */

export const PRESENT: readonly string[] = (
  "till date|till now|to date|present day|present|presently|current|currently|now|today|ongoing|date|heute|aktuell|laufend|jetzt|derzeit|dato|" +
  "présent|à ce jour|aujourd'hui|aujourd’hui|actuellement|actuel|en cours|ce jour|actualidad|la actualidad|actualmente|actual|presente|hoy|oggi|ad oggi|" +
  "in corso|attuale|attualmente|atual|atualmente|o momento|hoje|heden|nu|vandaag|at present|至今|现在|今|現在|目前|현재|настоящее время|настоящее|" +
  "по настоящее время|по н.в.|н.в.|сейчас|الآن|حتى الآن|الحاضر|الوقت الحاضر|वर्तमान|अब तक|" +
  "현재|nay|hiện nay|hiện tại|obecnie|teraz|do chwili obecnej|devam ediyor|halen|günümüz|nú|núna|sekarang|saat ini|σήμερα|τώρα|παρόν|היום|כיום|ปัจจุบัน"
).split("|");

export const TO: readonly string[] =
  "to|until|till|through|thru|up to|bis|à|au|a|ad|al|hasta|hasta la|fino a|até|até o|tot|t/m|tot en met|jusqu'à|по|до|до настоящего|إلى|حتى|से|तक|to the".split(
    "|",
  );

export const SINCE: readonly string[] = "since|from|seit|ab|depuis|dès|desde|dal|da|sinds|vanaf|с|начиная с|自|منذ|من".split("|");

/** Words before a single date that make it the end. */
export const UNTIL =
  /(?:expected|anticipated|graduat\w{0,5}|class of|completed|completion|until|till|bis|abschluss|voraussichtlich|obtenu|graduado|conseguit\w?|conclus\w{0,4})[^\p{L}\p{N}]{0,3}(?:in|on|date|:)?\s?$/iu;
