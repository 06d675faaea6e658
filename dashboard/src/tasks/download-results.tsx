/** Links to the results of a template as files. */
import { Download } from "lucide-react";
import { buttonLook } from "#ui/button.tsx";
import { Card } from "#ui/page.tsx";

const FORMATS = [
  ["csv", "CSV"],
  ["xlsx", "Excel"],
  ["jsonl", "JSON Lines"],
] as const;

export function DownloadResults({ templateId }: { templateId: string }) {
  return (
    <Card title="Download results">
      <p className="mb-3 text-sm text-muted">
        The values of all completed documents, with their corrections. Excel has a sheet for each table; CSV has the documents alone.
      </p>
      <div className="flex flex-wrap gap-2">
        {FORMATS.map(([format, name]) => (
          <a
            key={format}
            href={`/api/extractor/v1/templates/${templateId}/results?format=${format}`}
            download={`${templateId}.${format}`}
            className={buttonLook("secondary")}
          >
            <Download className="size-4" aria-hidden="true" />
            {name}
          </a>
        ))}
      </div>
    </Card>
  );
}
