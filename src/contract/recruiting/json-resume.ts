/**
 * JSON Resume 1.x (jsonresume.org/schema): the subset that a document can contain. A key whose value is not in the document is left out.
 */
import { z } from "zod";

/** ISO 8601 with the precision JSON Resume allows: `2021`, `2021-03` or `2021-03-15`. */
const PartialDate = z.string().regex(/^[12]\d{3}(-[01]\d(-[0-3]\d)?)?$/);
const text = z.string();
const period = { startDate: PartialDate.optional(), endDate: PartialDate.optional() };

const Location = z.object({
  address: text.optional(),
  postalCode: text.optional(),
  city: text.optional(),
  region: text.optional(),
  countryCode: text.optional(),
});
const Profile = z.object({ network: text.optional(), username: text.optional(), url: text.optional() });
const Basics = z.object({
  name: text.optional(),
  label: text.optional(),
  email: text.optional(),
  phone: text.optional(),
  url: text.optional(),
  summary: text.optional(),
  location: Location.optional(),
  profiles: z.array(Profile).optional(),
});
/** `endDate` is absent for current work. */
const Work = z.object({
  name: text.optional(),
  position: text.optional(),
  location: text.optional(),
  url: text.optional(),
  ...period,
  summary: text.optional(),
  highlights: z.array(text).optional(),
});
const Education = z.object({
  institution: text.optional(),
  area: text.optional(),
  studyType: text.optional(),
  ...period,
  score: text.optional(),
  courses: z.array(text).optional(),
});

export const JsonResume = z
  .object({
    basics: Basics.optional(),
    work: z.array(Work).optional(),
    volunteer: z
      .array(z.object({ organization: text.optional(), position: text.optional(), ...period, highlights: z.array(text).optional() }))
      .optional(),
    education: z.array(Education).optional(),
    awards: z.array(z.object({ title: text.optional(), date: PartialDate.optional(), awarder: text.optional() })).optional(),
    certificates: z.array(z.object({ name: text.optional(), date: PartialDate.optional(), issuer: text.optional() })).optional(),
    publications: z.array(z.object({ name: text.optional(), releaseDate: PartialDate.optional() })).optional(),
    skills: z.array(z.object({ name: text.optional(), level: text.optional(), keywords: z.array(text).optional() })).optional(),
    languages: z.array(z.object({ language: text.optional(), fluency: text.optional() })).optional(),
    interests: z.array(z.object({ name: text.optional() })).optional(),
    references: z.array(z.object({ name: text.optional(), reference: text.optional() })).optional(),
    projects: z
      .array(z.object({ name: text.optional(), ...period, highlights: z.array(text).optional(), url: text.optional() }))
      .optional(),
  })
  .meta({ id: "JsonResume" });
export type JsonResume = z.infer<typeof JsonResume>;
