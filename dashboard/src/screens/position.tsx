/** One position: its applications, ranked by the skills they show. */

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { Download, Pencil, Trash2, Users } from "lucide-react";
import { useState } from "react";
import { api, applicationsQuery, positionQuery, type Ranking as RankingPages, type Schemas } from "#api.ts";
import { ForAdmins } from "#app/for-admins.tsx";
import { below, invalidate, ofCall } from "#query.ts";
import { ImpactCard } from "#recruiting/impact-card.tsx";
import { calledOf, useReveal } from "#recruiting/names.ts";
import { PositionForm, type PositionParts } from "#recruiting/position-form.tsx";
import { RankingToolbar } from "#recruiting/ranking-toolbar.tsx";
import { ResumeDrop } from "#recruiting/resume-drop.tsx";
import { ScoreBar } from "#recruiting/score-bar.tsx";
import { Button, buttonLook } from "#ui/button.tsx";
import { Confirm } from "#ui/confirm.tsx";
import { countOf } from "#ui/count.ts";
import { Disclosure } from "#ui/disclosure.tsx";
import { Page } from "#ui/page.tsx";
import { ShowMore } from "#ui/show-more.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { Badge, Empty, Problem, Waiting } from "#ui/state.tsx";
import { cellLook, numberLook, Table } from "#ui/table.tsx";

type PositionRecord = Schemas["Position"];
type Application = Schemas["Application"];

const isMoving = ({ status }: Application) => status === "processing" || status === "evaluating";

export function Position() {
  const { positionId } = useParams({ from: "/shell/recruiting/$positionId" });
  const position = useQuery(positionQuery(positionId));
  const list = useInfiniteQuery(applicationsQuery(positionId));
  const [revealed, setRevealed] = useReveal(positionId);
  const [editing, setEditing] = useState(false);
  const error = position.error ?? list.error;
  if (error && (!position.data || !list.data))
    return (
      <Page title="Position">
        <Problem error={error} onRetry={() => Promise.all([position.refetch(), list.refetch()])} />
      </Page>
    );
  if (!position.data || !list.data)
    return (
      <Page title="Position">
        <Waiting rows={8} />
      </Page>
    );
  return (
    <Page title={position.data.title} actions={<Actions position={position.data} onEdit={() => setEditing(!editing)} />}>
      <div className="space-y-4">
        {editing ? <EditPosition position={position.data} onDone={() => setEditing(false)} /> : <Summary position={position.data} />}
        <ResumeDrop positionId={positionId} />
        {list.data.applications.length === 0 ? (
          <Empty icon={Users} title="No applications yet">
            Add résumés above. Each one is anonymized and scored against the skills. Name, origin, age and school never count.
          </Empty>
        ) : (
          <>
            <RankingToolbar position={position.data} revealed={revealed} onReveal={setRevealed} />
            <Ranking positionId={positionId} list={list.data} revealed={revealed} />
            <ShowMore list={list}>Show more applications</ShowMore>
            <ForAdmins>
              <Disclosure summary="Impact ratios">
                <ImpactCard positionId={positionId} />
              </Disclosure>
            </ForAdmins>
          </>
        )}
      </div>
    </Page>
  );
}

function Summary({ position }: { position: PositionRecord }) {
  return (
    <div className="flex flex-wrap items-start gap-x-8 gap-y-3">
      <ul aria-label="Skills" className="flex flex-wrap gap-1.5">
        {position.required_skills.map(({ name, required }) => (
          <li key={name}>
            <Badge tone={required ? "accent" : "plain"}>{required ? name : `${name} (nice to have)`}</Badge>
          </li>
        ))}
      </ul>
      {position.questions.length > 0 && (
        <Disclosure summary={countOf(position.questions.length, "interview question")}>
          <ol className="mt-2 list-decimal space-y-1 pl-5">
            {position.questions.map((question) => (
              <li key={question}>{question}</li>
            ))}
          </ol>
        </Disclosure>
      )}
      {position.retention_days !== null && (
        <p className="text-sm text-muted">Applications are deleted after {countOf(position.retention_days, "day")}.</p>
      )}
    </div>
  );
}

function EditPosition({ position, onDone }: { position: PositionRecord; onDone: () => void }) {
  const queries = useQueryClient();
  const { position_id, description, description_file_url } = position;
  const save = useMutation({
    mutationFn: (parts: PositionParts) =>
      api.put("/api/recruit/v1/positions/{position_id}", {
        path: { position_id },
        body: { ...parts, description, description_file_url },
      }),
    onSuccess: async () => {
      await invalidate(queries, below("/api/recruit/v1/positions"));
      onDone();
    },
  });
  return (
    <div className="max-w-2xl space-y-2">
      <PositionForm
        start={position}
        deed="Save and score changed skills again"
        onSave={save.mutate}
        busy={save.isPending}
        saved={save.isSuccess}
        error={save.error}
      />
    </div>
  );
}

function Actions({ position, onEdit }: { position: PositionRecord; onEdit: () => void }) {
  const [asking, setAsking] = useState(false);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => api.delete("/api/recruit/v1/positions/{position_id}", { path: { position_id: position.position_id } }),
    onSuccess: async () => {
      await navigate({ to: "/recruiting", ignoreBlocker: true });
      await invalidate(queries, ofCall("/api/recruit/v1/positions"));
    },
  });
  return (
    <ForAdmins>
      <Button kind="secondary" icon={<Pencil className="size-4" />} onClick={onEdit}>
        Edit
      </Button>
      <a
        className={buttonLook("secondary")}
        href={`/api/recruit/v1/positions/${position.position_id}/audit-export`}
        title="Evaluations and audit log of this position, as JSON Lines"
        download
      >
        <Download className="size-4" /> For an auditor
      </a>
      <Button kind="danger" icon={<Trash2 className="size-4" />} onClick={() => setAsking(true)}>
        Delete
      </Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={`Delete “${position.title}”?`}
        deed="Delete position and applications"
        onConfirm={() => remove.mutate()}
        busy={remove.isPending}
        error={remove.error}
      >
        The position and {countOf(position.applications.total, "application")} with files and evaluations will be deleted permanently.
      </Confirm>
    </ForAdmins>
  );
}

function Ranking({ positionId, list, revealed }: { positionId: string; list: RankingPages; revealed: boolean }) {
  return (
    <Table label="Ranking" heads={[{ name: "Rank", number: true }, "Applicant", "Score", ...list.skills]}>
      {list.applications.map((application, i) => (
        <tr key={application.application_id} className="relative hover:bg-sunken/60">
          <td className={`${cellLook} ${numberLook} w-14 text-muted`}>{application.overall_score === null ? "" : i + 1}</td>
          <th scope="row" className={`${cellLook} max-w-56 font-medium`}>
            <Link
              to="/recruiting/$positionId/$applicationId"
              params={{ positionId, applicationId: application.application_id }}
              className="block truncate after:absolute after:inset-0"
            >
              {calledOf(application, revealed)}
            </Link>
            {revealed && application.email && <span className="block truncate text-xs font-normal text-muted">{application.email}</span>}
          </th>
          <Scores application={application} skills={list.skills} />
        </tr>
      ))}
    </Table>
  );
}

function Scores({ application, skills }: { application: Application; skills: string[] }) {
  if (application.status === "failed")
    return (
      <td colSpan={skills.length + 1} className={cellLook}>
        <Badge tone="bad">Failed</Badge> <span className="text-muted">{application.error?.message}</span>
      </td>
    );
  if (isMoving(application))
    return (
      <td colSpan={skills.length + 1} className={cellLook}>
        <Badge tone="accent">
          <Spinner className="size-3" /> {application.status === "processing" ? "Reading" : "Scoring"}
        </Badge>
      </td>
    );
  return (
    <>
      <td className={`${cellLook} font-semibold`}>
        <ScoreBar score={application.overall_score} label="Overall score" />
      </td>
      {skills.map((skill) => (
        <td key={skill} className={cellLook}>
          <ScoreBar score={application.skills[skill]?.score ?? null} label={skill} />
        </td>
      ))}
    </>
  );
}
