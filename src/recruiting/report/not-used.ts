/** What never counts, in words for candidates: what scoring/blind removes, and what is no text that a reader sees. docs/evaluation.md has all of it. */
export const NOT_USED: readonly string[] = [
  "Your name, titles and pronouns",
  "E-mail address, phone number, links and postal address",
  "Photographs, and how the page is designed",
  "Date of birth and age",
  "Gender",
  "Nationality, origin, place of residence and work permit",
  "Religion, sexual orientation, political parties and unions",
  "Illness, disability, family, children and military service",
  "The names of schools and employers",
  "Hobbies, references and other sections about you as a person",
  "Text that a reader of the page does not see",
  "Other applicants: no score depends on them",
];
