/** What the account used, day by day, and what it may use. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Schemas, usageQuery } from "#api.ts";
import { Disclosure } from "#ui/disclosure.tsx";
import { SelectField } from "#ui/field.tsx";
import { Card, Page } from "#ui/page.tsx";
import { Problem, Waiting } from "#ui/state.tsx";
import { numberLook, Table } from "#ui/table.tsx";

type Report = Schemas["UsageReport"];
type Count = keyof Schemas["UsageCounts"];

const RANGES = [7, 30, 90];
const number = new Intl.NumberFormat("en");
const dollars = new Intl.NumberFormat("en", { style: "currency", currency: "USD", maximumFractionDigits: 4 });

/** What is counted, as people call it. */
const COUNTS: readonly [Count, string, (value: number) => string][] = [
  ["tasks", "Documents", number.format],
  ["pages", "Pages read", number.format],
  ["requests", "Requests", number.format],
  ["resumes", "Résumés", number.format],
  ["evaluations", "Evaluations", number.format],
  ["failed", "Failed documents", number.format],
  ["input_tokens", "Input tokens", number.format],
  ["output_tokens", "Output tokens", number.format],
  ["cost_usd", "Model costs", dollars.format],
];

export function Usage() {
  const [days, setDays] = useState(30);
  const { data, error, refetch } = useQuery({ ...usageQuery(days), placeholderData: (before) => before });
  return (
    <Page
      title="Usage"
      lead="Days are in UTC. Deleted items still count."
      actions={
        <SelectField label="Range" hideLabel value={days} onChange={({ target }) => setDays(Number(target.value))}>
          {RANGES.map((range) => (
            <option key={range} value={range}>
              Last {range} days
            </option>
          ))}
        </SelectField>
      }
    >
      {error && !data ? <Problem error={error} onRetry={refetch} /> : data ? <Content report={data} /> : <Waiting rows={6} />}
    </Page>
  );
}

function Content({ report }: { report: Report }) {
  return (
    <div className="space-y-4">
      <Limits limits={report.limits} />
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {COUNTS.map(([count, name, format]) => (
          <Chart key={count} name={name} total={format(report.totals[count])} days={report.days} count={count} format={format} />
        ))}
      </div>
      <Disclosure summary="All figures as a table">
        <div className="mt-2">
          <DayTable days={report.days} />
        </div>
      </Disclosure>
    </div>
  );
}

/** Bars per day; whoever cannot see them has the table below. */
function Chart(props: { name: string; total: string; days: Report["days"]; count: Count; format: (value: number) => string }) {
  const { name, total, days, count, format } = props;
  const highest = Math.max(...days.map((day) => day[count]), 0);
  return (
    <figure className="rounded-xl border bg-surface p-4" aria-label={`${name}: ${total}`}>
      <figcaption className="text-sm text-muted">{name}</figcaption>
      <p className="text-2xl font-semibold tabular-nums">{total}</p>
      <div className="mt-3 flex h-16 items-end gap-px" aria-hidden="true">
        {days.map((day) => (
          <div
            key={day.date}
            title={`${day.date}: ${format(day[count])}`}
            className="flex h-full flex-1 items-end rounded-sm hover:bg-sunken"
          >
            <div
              className={`w-full rounded-t-sm ${day[count] > 0 ? "bg-accent" : "bg-line"}`}
              style={{ height: day[count] > 0 ? `${Math.max(4, (day[count] / highest) * 100)}%` : "1px" }}
            />
          </div>
        ))}
      </div>
      <div className="mt-1 flex justify-between text-xs text-muted" aria-hidden="true">
        <span>{days[0]?.date.slice(5)}</span>
        <span>{days.at(-1)?.date.slice(5)}</span>
      </div>
    </figure>
  );
}

function Limits({ limits }: { limits: Report["limits"] }) {
  return (
    <Card title={`Limits (${limits.tier})`}>
      <div className="grid gap-x-8 gap-y-4 text-sm sm:grid-cols-3">
        <Share
          name="Requests in the last minute"
          used={limits.requests_last_minute}
          most={limits.requests_per_minute}
          format={number.format}
        />
        <Share name="Documents waiting or running" used={limits.tasks_waiting} most={limits.tasks_waiting_max} format={number.format} />
        <Share name="Model costs this month" used={limits.spent_this_month_usd} most={limits.monthly_budget_usd} format={dollars.format} />
      </div>
      <p className="mt-4 text-xs text-muted">
        One document: up to {Math.round(limits.document_bytes_max / 1024 / 1024)} MB and {limits.document_pages_max} pages. Documents and
        results are kept for {limits.retention_days} days.
      </p>
    </Card>
  );
}

const NEAR = 0.8;

function Share({ name, used, most, format }: { name: string; used: number; most: number | null; format: (value: number) => string }) {
  const share = most === null ? 0 : most === 0 ? 1 : Math.min(1, used / most);
  return (
    <div>
      <p className="text-muted">{name}</p>
      <p className="font-medium tabular-nums">
        {format(used)} {most === null ? "(no limit)" : `of ${format(most)}`}
      </p>
      {most !== null && (
        <div className="mt-1 h-1.5 overflow-hidden rounded-full bg-line" aria-hidden="true">
          <div className={`h-full ${share > NEAR ? "bg-warn" : "bg-accent"}`} style={{ width: `${share * 100}%` }} />
        </div>
      )}
    </div>
  );
}

function DayTable({ days }: { days: Report["days"] }) {
  return (
    <Table label="Usage by day" heads={["Day", ...COUNTS.map(([, name]) => ({ name, number: true }))]}>
      {[...days].reverse().map((day) => (
        <tr key={day.date}>
          <th scope="row" className="px-4 py-1.5 font-medium whitespace-nowrap">
            {day.date}
          </th>
          {COUNTS.map(([count, , format]) => (
            <td key={count} className={`px-4 py-1.5 ${numberLook}`}>
              {format(day[count])}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  );
}
