/** One application: each skill with the words that show it, where they stand, and the arithmetic of its score. */
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { ArrowLeft, Download, Eye, EyeOff, FileText } from "lucide-react";
import { useMemo, useState } from "react";
import { applicationPicture, applicationQuery, type Schemas } from "#api.ts";
import type { PageBox } from "#document/page-picture.tsx";
import { PageView } from "#document/page-view.tsx";
import { Pointing, usePointState } from "#document/pointing.ts";
import { calledOf, useReveal } from "#recruiting/names.ts";
import { Profile } from "#recruiting/profile.tsx";
import { ScoreBar } from "#recruiting/score-bar.tsx";
import { Button, buttonLook } from "#ui/button.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { Page } from "#ui/page.tsx";
import { Badge, Problem, Waiting } from "#ui/state.tsx";

type Record = Schemas["ApplicationRecord"];

export function Application() {
  const { positionId, applicationId } = useParams({ from: "/shell/recruiting/$positionId/$applicationId" });
  const [revealed, setRevealed] = useReveal(positionId);
  const { data, error, refetch } = useQuery(applicationQuery(applicationId));
  if (error && !data)
    return (
      <Page title="Application">
        <Problem error={error} onRetry={refetch} />
      </Page>
    );
  if (!data)
    return (
      <Page title="Application">
        <Waiting rows={8} />
      </Page>
    );
  const { application } = data;
  return (
    <Page
      title={calledOf(application, revealed)}
      lead={revealed ? [application.email, application.phone].filter(Boolean).join(", ") : "The name is hidden until you reveal it."}
      actions={
        <>
          {application.status === "evaluated" && <Files id={application.application_id} />}
          {revealed && application.resume_url && (
            <a className={buttonLook("secondary")} href={application.resume_url} download>
              <Download className="size-4" /> Résumé
            </a>
          )}
          <Button
            kind="secondary"
            aria-pressed={revealed}
            icon={revealed ? <EyeOff className="size-4" /> : <Eye className="size-4" />}
            onClick={() => setRevealed(!revealed)}
          >
            {revealed ? "Hide name" : "Reveal name"}
          </Button>
        </>
      }
    >
      <Link
        to="/recruiting/$positionId"
        params={{ positionId }}
        className="mb-4 inline-flex items-center gap-1.5 text-sm text-accent hover:underline"
      >
        <ArrowLeft className="size-4" aria-hidden="true" /> All applications
      </Link>
      {application.status === "failed" ? (
        <Problem error={new Error(application.error?.message ?? "The résumé could not be read.")} />
      ) : (
        <Evidence record={data} revealed={revealed} />
      )}
    </Page>
  );
}

function Files({ id }: { id: string }) {
  return (
    <>
      <a
        className={buttonLook("secondary")}
        href={`/api/recruit/v1/applications/${id}/report?format=html`}
        title="How this application was scored, to hand to the candidate"
        target="_blank"
        rel="noopener"
      >
        <FileText className="size-4" /> Candidate's report
      </a>
      <a
        className={buttonLook("secondary")}
        href={`/api/recruit/v1/resumes/${id}/redacted.pdf`}
        title="Without name, contact, photo, age, origin, family and schools"
        download
      >
        <Download className="size-4" /> Redacted copy
      </a>
    </>
  );
}

function Evidence({ record, revealed }: { record: Record; revealed: boolean }) {
  const { application, document, evidence } = record;
  const [pointing] = useState(() => new Pointing());
  const boxes = useMemo(() => boxesOf(evidence), [evidence]);
  const picture = useMemo(
    () => (page: number, widthPx: number) => applicationPicture(application.application_id, page, widthPx),
    [application.application_id],
  );
  if (application.status !== "evaluated") return <Waiting rows={4} label="Being read and scored" />;
  const pages = document.pages.length > 0;
  return (
    <div className={`grid gap-4 ${pages ? "lg:grid-cols-2" : "max-w-3xl"}`}>
      {pages && (
        <div className="h-[70dvh] lg:sticky lg:top-4 lg:h-[calc(100dvh-2rem)] [&>div]:h-full">
          {revealed ? (
            <PageView pages={document.pages} picture={picture} boxes={boxes} pointing={pointing} />
          ) : (
            <div className="flex flex-col items-center justify-center rounded-xl border bg-sunken p-8 text-center text-sm text-muted">
              <EyeOff className="mb-3 size-8" strokeWidth={1.5} aria-hidden="true" />
              The page shows the applicant's name. Reveal the name to see the page.
            </div>
          )}
        </div>
      )}
      <div className="min-w-0 space-y-3">
        <p className="flex items-center gap-3 text-sm">
          <strong>Overall</strong> <ScoreBar score={application.overall_score} label="Overall score" wide />
        </p>
        {application.warnings.map((warning) => (
          <p key={`${warning.code} ${warning.message}`} className="rounded-lg bg-warn-soft px-3 py-2 text-sm">
            <Badge tone="warn">{warning.code.replaceAll("_", " ")}</Badge> {warning.message}
          </p>
        ))}
        {Object.entries(application.skills).map(([skill, result]) => (
          <Skill
            key={skill}
            skill={skill}
            result={result}
            explanation={record.explanation[skill]}
            places={evidence[skill] ?? []}
            pointing={pointing}
          />
        ))}
        {record.profile && <Profile profile={record.profile} />}
      </div>
    </div>
  );
}

const idOf = (skill: string, index: number) => `${skill} ${index}`;

const boxesOf = (evidence: Record["evidence"]): PageBox[] =>
  Object.entries(evidence).flatMap(([skill, places]) =>
    places.map(({ page, bbox, text }, i) => ({ id: idOf(skill, i), page, bbox, label: `${skill}: ${text}`, tone: "good" as const })),
  );

type SkillProps = {
  skill: string;
  result: Schemas["SkillEvaluation"];
  explanation: Schemas["SkillExplanation"] | undefined;
  places: Schemas["Evidence"][];
  pointing: Pointing;
};

function Skill({ skill, result, explanation, places, pointing }: SkillProps) {
  return (
    <section aria-label={skill} className="rounded-xl border bg-surface p-4 text-sm">
      <header className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold break-words">{skill}</h2>
        <ScoreBar score={result.score} label="Score" wide />
      </header>
      {places.length === 0 ? (
        <p className="border-l-2 pl-3 text-muted">{result.evidence}</p>
      ) : (
        <ul className="space-y-1">
          {places.map(({ text, page }, i) => (
            <li key={idOf(skill, i)}>
              <Place id={idOf(skill, i)} text={text} page={page} pointing={pointing} />
            </li>
          ))}
        </ul>
      )}
      {explanation && <Explanation explanation={explanation} confidence={result.confidence} />}
    </section>
  );
}

function Place({ id, text, page, pointing }: { id: string; text: string; page: number; pointing: Pointing }) {
  const state = usePointState(pointing, id);
  return (
    <button
      type="button"
      aria-pressed={state === "selected"}
      data-active={state !== "" || undefined}
      onClick={() => pointing.select(id)}
      onPointerEnter={() => pointing.point(id)}
      onPointerLeave={() => pointing.point(null)}
      onFocus={() => pointing.point(id)}
      onBlur={() => pointing.point(null)}
      className="w-full rounded-sm border-l-2 border-accent px-3 py-1 text-left break-words data-active:bg-accent-soft/60 aria-pressed:bg-accent-soft"
    >
      “{text}” <span className="whitespace-nowrap text-muted">page {page}</span>
    </button>
  );
}

function Explanation({ explanation, confidence }: { explanation: Schemas["SkillExplanation"]; confidence: number }) {
  return (
    <Disclosure className="mt-3" summary={`How the score was calculated (${confidence} % certain)`}>
      <div className="mt-2 space-y-2">
        <p className="font-mono text-xs break-words">{explanation.formula}</p>
        <ul className="space-y-1">
          {explanation.factors.map((factor) => (
            <li key={factor.name} className="flex justify-between gap-4">
              <span>
                {factor.name}: <span className="text-muted">{factor.reason}</span>
              </span>
              <span className="tabular-nums">{Math.round(factor.points)}</span>
            </li>
          ))}
        </ul>
        {explanation.cap && (
          <p className="text-muted">
            At most {explanation.cap.score}: {explanation.cap.reason}
          </p>
        )}
        {explanation.not_counted.length > 0 && (
          <div>
            <p className="text-muted">Not counted:</p>
            <ul className="list-disc pl-5">
              {explanation.not_counted.map(({ text, reason }) => (
                <li key={`${reason} ${text}`}>
                  “{text}” ({reason.replaceAll("_", " ")})
                </li>
              ))}
            </ul>
          </div>
        )}
        <p className="text-muted">{explanation.would_change}</p>
      </div>
    </Disclosure>
  );
}
