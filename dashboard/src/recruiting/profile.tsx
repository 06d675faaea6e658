/** Shows the profile of an applicant and the questions to ask. */
import type { ReactNode } from "react";
import type { Schemas } from "#api.ts";

type ApplicantProfile = Schemas["ApplicantProfile"];

export function Profile({ profile }: { profile: ApplicantProfile }) {
  const { experience_years: years, seniority, qualifications, gaps, questions } = profile;
  return (
    <section aria-label="Background" className="rounded-xl border bg-surface p-4 text-sm">
      <h2 className="mb-2 font-semibold">Background</h2>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <Row name="Experience">{years === null ? "no dated work" : `${years} years of dated work`}</Row>
        {seniority && (
          <Row name="Seniority">
            {seniority.level} <span className="text-muted">{seniority.evidence ? `“${seniority.evidence.text}”` : "by years of work"}</span>
          </Row>
        )}
        {qualifications.map(({ asked, found, meets }) => (
          <Row key={asked} name={meets ? "Meets" : "Open"}>
            {asked} <span className="text-muted">{found ? `“${found.text}”` : "not in the résumé"}</span>
          </Row>
        ))}
        {gaps.map(({ from, to, months }) => (
          <Row key={from} name="No entry">
            {from} to {to} <span className="text-muted">{months} months</span>
          </Row>
        ))}
      </dl>
      {questions.length > 0 && (
        <>
          <h3 className="mt-3 mb-1 font-medium">Questions for this applicant</h3>
          <ul className="list-disc space-y-1 pl-5">
            {questions.map((question) => (
              <li key={question}>{question}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}
