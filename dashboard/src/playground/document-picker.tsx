/** A document by dropping it, choosing it, its address, or one of the samples. */
import { FileText, Upload, X } from "lucide-react";
import { type FormEvent, type ReactNode, useState } from "react";
import type { Picked } from "#playground/document.ts";
import { SAMPLES, type Sample } from "#samples.ts";
import { Button, IconButton } from "#ui/button.tsx";
import { DropArea } from "#ui/drop-area.tsx";
import { TextField } from "#ui/field.tsx";
import { FILE_TYPE_NAMES, FILE_TYPES, MIME_TYPES } from "../../../src/contract/file-types.ts";

/** `preview`: what is shown below a chosen document. */
type PickerProps = { picked: Picked | null; onPick: (picked: Picked | null) => void; disabled: boolean; preview: ReactNode };

/** What the API takes. */
const BYTES_MAX = 10 * 1024 * 1024;
const TYPES = new Set<string>(MIME_TYPES);
const ENDINGS = MIME_TYPES.flatMap((type): readonly string[] => FILE_TYPES[type].endings).map((ending) => `.${ending}`);

export function DocumentPicker({ picked, onPick, disabled, preview }: PickerProps) {
  const [error, setError] = useState<string | null>(null);
  const take = (file: File | undefined) => {
    const wrong = file && problemOf(file);
    setError(wrong ?? null);
    if (file && !wrong) onPick({ kind: "file", file });
  };
  if (picked) return <PickedDocument picked={picked} onRemove={() => onPick(null)} disabled={disabled} preview={preview} />;
  return (
    <div className="space-y-4">
      <DropZone onFile={take} error={error} />
      <Samples onPick={onPick} onError={setError} />
      <ByAddress onPick={onPick} />
    </div>
  );
}

function problemOf(file: File): string | null {
  // Browsers know few of the types, so that the ending counts as well.
  const isKnown = TYPES.has(file.type) || ENDINGS.some((ending) => file.name.toLowerCase().endsWith(ending));
  if (!isKnown) return `Choose a ${FILE_TYPE_NAMES} file.`;
  if (file.size > BYTES_MAX) return "The file is larger than 10 MB. Split it or reduce its size.";
  return file.size === 0 ? "The file is empty." : null;
}

function DropZone({ onFile, error }: { onFile: (file: File | undefined) => void; error: string | null }) {
  return (
    <div>
      <DropArea onFiles={([file]) => onFile(file)} accept={[...TYPES, ...ENDINGS].join(",")} className="flex-col py-10">
        <Upload className="mb-2 size-7 text-muted" aria-hidden="true" strokeWidth={1.5} />
        <span className="font-medium">Drop a document here, or choose a file</span>
        <span className="mt-0.5 text-sm text-muted">
          PDF, picture, office file, sheet, mail, text or XML, also signed, up to 10 MB and 200 pages
        </span>
      </DropArea>
      {error && (
        <p role="alert" className="mt-2 text-sm text-bad">
          {error}
        </p>
      )}
    </div>
  );
}

function Samples({ onPick, onError }: { onPick: (picked: Picked) => void; onError: (error: string) => void }) {
  const choose = async ({ url, file, fields }: Sample) => {
    const bytes = await fetch(url)
      .then((answer) => (answer.ok ? answer.blob() : null))
      .catch(() => null);
    if (bytes) onPick({ kind: "file", file: new File([bytes], file, { type: bytes.type }), fields });
    else onError("The sample could not be loaded. Check that the server is running.");
  };
  return (
    <div>
      <h3 className="mb-1.5 text-sm font-medium">Or try a sample</h3>
      <ul className="grid grid-cols-2 gap-2">
        {SAMPLES.map((sample) => (
          <li key={sample.file}>
            <button
              type="button"
              onClick={() => choose(sample)}
              className="flex w-full items-center gap-2.5 rounded-lg border px-3 py-2 text-left hover:border-accent hover:bg-accent-soft/50"
            >
              <FileText className="size-5 shrink-0 text-accent" aria-hidden="true" strokeWidth={1.5} />
              <span className="min-w-0 text-sm">
                <span className="block truncate font-medium">{sample.name}</span>
                <span className="block truncate text-xs text-muted">{sample.what}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function ByAddress({ onPick }: { onPick: (picked: Picked) => void }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onPick({ kind: "url", url: String(new FormData(event.currentTarget).get("url")) });
  };
  return (
    <form onSubmit={submit} className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <TextField label="Or enter its URL" name="url" type="url" required placeholder="https://example.com/invoice.pdf" />
      </div>
      <Button type="submit" kind="secondary">
        Use URL
      </Button>
    </form>
  );
}

function PickedDocument({
  picked,
  onRemove,
  disabled,
  preview,
}: {
  picked: Picked;
  onRemove: () => void;
  disabled: boolean;
  preview: ReactNode;
}) {
  const name = picked.kind === "file" ? picked.file.name : picked.url;
  return (
    <div>
      <div className="flex items-center gap-3 rounded-lg border px-3 py-2">
        <FileText className="size-5 shrink-0 text-accent" aria-hidden="true" strokeWidth={1.5} />
        <span className="min-w-0 flex-1 text-sm">
          <span className="block truncate font-medium">{name}</span>
          <span className="block text-xs text-muted">{picked.kind === "file" ? sizeOf(picked.file.size) : "Downloaded by the server"}</span>
        </span>
        <IconButton label="Choose another document" onClick={onRemove} disabled={disabled}>
          <X className="size-4" />
        </IconButton>
      </div>
      {preview}
    </div>
  );
}

const sizeOf = (bytes: number) => (bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`);
