/** Lists that rules of templates look up: dropped as CSV, replaced and deleted. */

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FileSpreadsheet, Upload } from "lucide-react";
import { useState } from "react";
import { api, listsQuery, type Schemas } from "#api.ts";
import { ForAdmins } from "#app/for-admins.tsx";
import { base64Of } from "#document/base64.ts";
import { below, invalidate } from "#query.ts";
import { Button } from "#ui/button.tsx";
import { Confirm } from "#ui/confirm.tsx";
import { CopyButton } from "#ui/copy.tsx";
import { countOf } from "#ui/count.ts";
import { DropArea } from "#ui/drop-area.tsx";
import { Page } from "#ui/page.tsx";
import { Empty, Problem, Waiting } from "#ui/state.tsx";
import { cellLook, numberLook, Table, wideLook } from "#ui/table.tsx";
import { Time } from "#ui/time.tsx";

type List = Schemas["List"];

const ACCEPT = ".csv,.tsv,.txt,text/csv";

export function Lists() {
  const { data, error, refetch } = useQuery(listsQuery);
  const queries = useQueryClient();
  const refresh = () => invalidate(queries, below("/api/extractor/v1/lists"));
  const add = useMutation({
    mutationFn: async (file: File) =>
      api.post("/api/extractor/v1/lists", { body: { name: file.name.replace(/\.\w+$/, ""), file_content: await base64Of(file) } }),
    onSuccess: refresh,
  });
  return (
    <Page
      title="Lists"
      lead="Suppliers, cost centres or orders that rules of templates look values up in. A CSV file whose first line names the columns; at most 200,000 rows."
    >
      <ForAdmins>
        <DropArea
          accept={ACCEPT}
          disabled={add.isPending}
          onFiles={([file]) => file && add.mutate(file)}
          className="mb-4 justify-center gap-2 py-5 text-sm"
        >
          <Upload className="size-4 text-muted" aria-hidden="true" />
          {add.isPending ? "Saving the list …" : "Drop a CSV file here, or choose one"}
        </DropArea>
      </ForAdmins>
      <div className="mb-4 empty:hidden">
        <Problem error={add.error} />
      </div>
      {error ? (
        <Problem error={error} onRetry={refetch} />
      ) : !data ? (
        <Waiting />
      ) : data.lists.length === 0 ? (
        <Empty icon={FileSpreadsheet} title="No lists yet">
          A lookup finds the row that a document means, by number, IBAN or name, and gives its columns.
        </Empty>
      ) : (
        <Table
          label="Lists"
          heads={["Name", { name: "Columns", wide: true }, { name: "Rows", number: true }, { name: "Changed", wide: true }, ""]}
        >
          {data.lists.map((list) => (
            <ListRow key={list.list_id} list={list} onChanged={refresh} />
          ))}
        </Table>
      )}
    </Page>
  );
}

function ListRow({ list, onChanged }: { list: List; onChanged: () => Promise<void> }) {
  const { list_id, name, columns, rows, version, updated_at } = list;
  const replace = useMutation({
    mutationFn: async (file: File) =>
      api.put("/api/extractor/v1/lists/{list_id}", { path: { list_id }, body: { name, file_content: await base64Of(file) } }),
    onSuccess: onChanged,
  });
  return (
    <tr>
      <th scope="row" className={`${cellLook} font-medium break-words`}>
        {name}
        <span className="mt-0.5 flex flex-wrap items-center gap-1 font-mono text-xs font-normal break-all text-muted">
          {list_id} <CopyButton text={list_id} label="Copy id" kind="quiet" />
        </span>
        <Problem error={replace.error} />
      </th>
      <td className={`${wideLook} break-words text-muted`}>{columns.join(", ")}</td>
      <td className={`${cellLook} ${numberLook}`}>{rows.toLocaleString("en")}</td>
      <td className={wideLook}>
        <Time at={updated_at} />
        {version > 1 && <span className="block text-xs text-muted">version {version}</span>}
      </td>
      <td className="px-4 py-2">
        <div className="flex flex-wrap justify-end gap-2">
          <ForAdmins>
            <DropArea
              accept={ACCEPT}
              disabled={replace.isPending}
              onFiles={([file]) => file && replace.mutate(file)}
              className="px-3 py-1.5 text-sm font-medium"
            >
              {replace.isPending ? "Replacing …" : "Replace"}
              <span className="sr-only"> the rows of {name}</span>
            </DropArea>
          </ForAdmins>
          <DeleteList list={list} onDeleted={onChanged} />
        </div>
      </td>
    </tr>
  );
}

function DeleteList({ list: { list_id, name, rows }, onDeleted }: { list: List; onDeleted: () => Promise<void> }) {
  const [open, setOpen] = useState(false);
  const remove = useMutation({
    mutationFn: () => api.delete("/api/extractor/v1/lists/{list_id}", { path: { list_id } }),
    onSuccess: async () => {
      setOpen(false);
      await onDeleted();
    },
  });
  return (
    <ForAdmins>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        Delete<span className="sr-only"> {name}</span>
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={`Delete “${name}”?`}
        deed="Delete list"
        onConfirm={() => remove.mutate()}
        busy={remove.isPending}
        error={remove.error}
      >
        Its {countOf(rows, "row")} will be gone. Lookups of templates in this list will find nothing.
      </Confirm>
    </ForAdmins>
  );
}
