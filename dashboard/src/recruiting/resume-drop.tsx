/** Many résumés at once: each is checked here, so that one bad file does not keep the others. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { useState } from "react";
import { api } from "#api.ts";
import { base64Of } from "#document/base64.ts";
import { below, invalidate } from "#query.ts";
import { countOf } from "#ui/count.ts";
import { DropArea } from "#ui/drop-area.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { Problem } from "#ui/state.tsx";

/** Of one body; the API takes no more. */
const FILE_BYTES_MAX = 10 * 1024 * 1024;
const FILES_A_JOB_MAX = 100;
/** The whole body may have 64 MB, of which base64 makes four thirds of a file. */
const JOB_BYTES_MAX = 45 * 1024 * 1024;
const ENDINGS = /\.(pdf|docx|jpe?g|png|txt)$/i;

export function ResumeDrop({ positionId }: { positionId: string }) {
  const queries = useQueryClient();
  const [refused, setRefused] = useState<string[]>([]);
  const [sent, setSent] = useState<[number, number]>([0, 0]);
  const send = useMutation({
    mutationFn: async (files: File[]) => {
      let done = 0;
      for (const group of groupsOf(files)) {
        setSent([done, files.length]);
        const body = {
          files: await Promise.all(
            group.map(async (file) => ({ filename: file.name, content_type: file.type, content: await base64Of(file) })),
          ),
        };
        await api.post("/api/recruit/v1/positions/{position_id}/resumes", { path: { position_id: positionId }, body });
        done += group.length;
      }
    },
    onSettled: () => invalidate(queries, below("/api/recruit/v1/positions")),
  });
  const take = (files: File[]) => {
    const wrong = files.flatMap((file) => problemOf(file) ?? []);
    setRefused(wrong);
    const good = files.filter((file) => problemOf(file) === null);
    if (good.length > 0) send.mutate(good);
  };
  return (
    <div>
      <DropArea
        onFiles={take}
        accept=".pdf,.docx,.jpg,.jpeg,.png,.txt"
        multiple
        disabled={send.isPending}
        className="justify-center gap-3 py-5"
      >
        {send.isPending ? <Spinner className="size-5 text-accent" /> : <Upload className="size-5 shrink-0 text-muted" aria-hidden="true" />}
        <span className="text-sm">
          {send.isPending ? (
            <span role="status">
              Sending {countOf(sent[1], "résumé")}
              {sent[0] > 0 && `, ${sent[0]} sent`}…
            </span>
          ) : (
            <>
              <span className="font-medium">Drop résumés here, or choose files.</span>{" "}
              <span className="text-muted">PDF, DOCX, JPEG, PNG or TXT, up to 10 MB each</span>
            </>
          )}
        </span>
      </DropArea>
      {refused.length > 0 && (
        <ul role="alert" className="mt-2 text-sm text-bad">
          {refused.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      )}
      {send.error && (
        <div className="mt-2">
          <Problem error={send.error} />
        </div>
      )}
    </div>
  );
}

function problemOf(file: File): string | null {
  if (!ENDINGS.test(file.name)) return `${file.name}: not a PDF, DOCX, JPEG, PNG or TXT file.`;
  if (file.size > FILE_BYTES_MAX) return `${file.name}: larger than 10 MB.`;
  return file.size === 0 ? `${file.name}: empty.` : null;
}

/** As few requests as the bounds of one allow. */
function groupsOf(files: readonly File[]): File[][] {
  const groups: File[][] = [];
  let bytes = 0;
  for (const file of files) {
    const last = groups.at(-1);
    if (!last || last.length >= FILES_A_JOB_MAX || bytes + file.size > JOB_BYTES_MAX) {
      groups.push([file]);
      bytes = file.size;
    } else {
      last.push(file);
      bytes += file.size;
    }
  }
  return groups;
}
