/** Names of the lists of phrases that `src/documents` reads. */
export const DOCUMENTS_LISTS = ["signing_words", "signing_signs", "signing_lines", "signed_by", "question_openers"] as const;
