/** Search over the stored résumés of the workspace, with the words that show each skill. */
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Search } from "lucide-react";
import type { FormEvent } from "react";
import { api, type Schemas } from "#api.ts";
import { Button } from "#ui/button.tsx";
import { countOf } from "#ui/count.ts";
import { TextField } from "#ui/field.tsx";
import { Card } from "#ui/page.tsx";
import { Badge, Problem } from "#ui/state.tsx";

type Reply = Schemas["ResumeSearchReply"];

export function SearchCard() {
  const search = useMutation({
    mutationFn: (query: string) => api.post("/api/recruit/v1/resumes/search", { body: { query, limit: 20 } }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    search.mutate(String(new FormData(event.currentTarget).get("query")));
  };
  return (
    <Card title="Search résumés" className="mt-6">
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <TextField label="Skills, separated by commas" name="query" required maxLength={500} autoComplete="off" />
        </div>
        <Button type="submit" icon={<Search className="size-4" />} busy={search.isPending}>
          Search
        </Button>
      </form>
      <p className="mt-1.5 text-xs text-muted">Years after a skill are the least of it: SQL, three years, logistics</p>
      <div className="mt-4" aria-live="polite">
        <Problem error={search.error} />
        {search.data && <Found reply={search.data} />}
      </div>
    </Card>
  );
}

function Found({ reply: { resumes, found, searched, not_searched } }: { reply: Reply }) {
  return (
    <>
      <p className="text-sm text-muted">
        {countOf(found, "résumé")} of {searched}
        {found > resumes.length && `, of which the best ${resumes.length} are shown`}
        {not_searched > 0 && `. ${not_searched} older or unread ones were not searched`}.
      </p>
      <ul aria-label="Résumés found" className="mt-2 divide-y text-sm">
        {resumes.map((resume) => (
          <li key={resume.application_id} className="space-y-2 py-3">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-medium break-all">
                <Name resume={resume} />
              </span>
              <Badge tone={resume.terms_met === resume.terms.length ? "good" : "plain"}>
                {resume.terms_met} of {resume.terms.length}
              </Badge>
              <span className="text-muted">score {resume.overall_score}</span>
            </p>
            <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[10rem_1fr]">
              {resume.terms.map(({ name, score, evidence, years, met }) => (
                <div key={name} className="contents">
                  <dt className={met ? "font-medium" : "text-muted"}>
                    {name} {years !== null && <span className="text-xs text-muted">{years} years</span>}
                  </dt>
                  <dd className="break-words whitespace-pre-line text-muted">{score > 0 ? evidence : "not shown"}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </>
  );
}

function Name({ resume: { application_id, position_id, name, filename } }: { resume: Reply["resumes"][number] }) {
  const shown = name || filename || application_id;
  if (position_id === null) return shown;
  return (
    <Link
      to="/recruiting/$positionId/$applicationId"
      params={{ positionId: position_id, applicationId: application_id }}
      className="text-accent underline"
    >
      {shown}
    </Link>
  );
}
