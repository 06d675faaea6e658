/** The versions of a template, newest first, with what changed from one to the next. */
import { Publish } from "#accuracy/publish.tsx";
import type { Template } from "#api.ts";
import { ForAdmins } from "#app/for-admins.tsx";
import { changesOf } from "#schema/changes.ts";
import { Button } from "#ui/button.tsx";
import { countOf } from "#ui/count.ts";
import { Card } from "#ui/page.tsx";
import { Badge } from "#ui/state.tsx";
import { Time } from "#ui/time.tsx";

export function Versions({
  versions,
  published,
  onRestore,
}: {
  versions: Template[];
  published: number | null;
  onRestore: (version: Template) => void;
}) {
  return (
    <Card title="Versions">
      <ol className="space-y-4">
        {versions.map((version, i) => (
          <li key={version.version} className="text-sm">
            <div className="flex flex-wrap items-center gap-2">
              <strong>Version {version.version}</strong>
              {version.version === published && <Badge tone="accent">Current</Badge>}
              {!version.published && <Badge>Draft</Badge>}
              <span className="text-muted">
                <Time at={version.updated_at} />
              </span>
              <span className="ml-auto" />
              <ForAdmins>
                {version.version !== published && <Publish templateId={version.template_id} version={version.version} />}
              </ForAdmins>
              {i > 0 && (
                <Button kind="quiet" className="px-2 py-1" onClick={() => onRestore(version)}>
                  Restore in the editor<span className="sr-only"> (version {version.version})</span>
                </Button>
              )}
            </div>
            <Changes before={versions[i + 1]} after={version} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

const SIGNS = { added: ["+", "text-good"], removed: ["−", "text-bad"], changed: ["~", "text-warn"] } as const;

function Changes({ before, after }: { before: Template | undefined; after: Template }) {
  if (!before) return <p className="mt-1 text-muted">First version, {countOf(after.extraction_schema.fields.length, "field")}.</p>;
  const changes = changesOf(before, after);
  if (changes.length === 0) return <p className="mt-1 text-muted">No changes to the fields.</p>;
  return (
    <ul className="mt-1 space-y-0.5 font-mono text-xs">
      {changes.map(({ kind, what }) => (
        <li key={`${kind} ${what}`} className={`break-words ${SIGNS[kind][1]}`}>
          <span className="sr-only">{kind}: </span>
          <span aria-hidden="true">{SIGNS[kind][0]} </span>
          {what}
        </li>
      ))}
    </ul>
  );
}
