import type { AuditEntry } from "#contract/auditLog.ts";
import { BreakingAfter } from "#web/ui/BreakingAfter.tsx";
import { cn } from "#web/ui/cn.ts";
import { exactUtcLabel, parseTime, RelativeTime } from "#web/ui/RelativeTime.tsx";
import { StackedCell, StackedHeader, StackedRow } from "#web/ui/StackedTable.tsx";
import { actionLabel, keyLabel, valueLabel } from "./auditLabels.ts";
import { ChevronRight } from "#web/ui/adminIcons.ts";

/**
 * Hides an empty cell in the card layout. The table layout needs the cell, because every row must
 * have a cell for each column.
 */
const NOT_ON_CARDS = "@max-4xl:hidden";

/** Returns the column headings in the order of a row's cells. */
export function auditColumns(hasCompany: boolean): readonly string[] {
  const company = hasCompany ? ["Company"] : [];
  return ["Time", "Who", "Action", "Subject", ...company, "Details", "IP address"];
}

interface AuditRowProps {
  entry: AuditEntry;
  /** Whether the row displays the entry's company. */
  hasCompany: boolean;
}

/** One entry of an audit log. */
export function AuditRow({ entry, hasCompany }: AuditRowProps) {
  const { action, subject, actorUsername, details, ip } = entry;
  const hasDetails = Object.keys(details).length > 0;
  return (
    <StackedRow>
      <StackedHeader>
        <EntryTime iso={entry.createdAt} />
      </StackedHeader>
      <StackedCell label="Who" className="wrap-break-word @max-4xl:col-span-2">
        <BreakingAfter separator="@" text={actorUsername} />
      </StackedCell>
      <StackedCell label="Action">
        <span className="block font-medium">{actionLabel(action)}</span>
        <span className="font-mono text-xs wrap-break-word text-muted">
          <BreakingAfter separator="." text={action} />
        </span>
      </StackedCell>
      <StackedCell
        label="Subject"
        className={cn("wrap-anywhere @4xl:min-w-28", !subject && NOT_ON_CARDS)}
      >
        {subject ? <span dir="auto">{subject}</span> : <EmptyCell />}
      </StackedCell>
      {hasCompany ? (
        <StackedCell label="Company" className="wrap-anywhere @4xl:min-w-24">
          <CompanyName entry={entry} />
        </StackedCell>
      ) : null}
      <StackedCell
        label="Details"
        className={cn(
          "@max-4xl:order-last @max-4xl:col-span-2 @max-4xl:pb-2.5",
          !hasDetails && NOT_ON_CARDS,
        )}
      >
        {hasDetails ? <AuditDetails details={details} /> : <EmptyCell />}
      </StackedCell>
      <StackedCell label="IP address" className="@max-4xl:pb-2.5 @4xl:text-right @4xl:last:pr-5">
        <span className="font-mono text-xs">
          <BreakingAfter separator=":" text={ip} />
        </span>
      </StackedCell>
    </StackedRow>
  );
}

function EntryTime({ iso }: { iso: string }) {
  const time = parseTime(iso);
  return (
    <>
      <RelativeTime value={iso} className="block font-medium" />
      {time === null ? null : <span className="text-xs text-muted">{exactUtcLabel(time)}</span>}
    </>
  );
}

function CompanyName({ entry: { companyId, companyName } }: { entry: AuditEntry }) {
  if (companyId === null) return <span className="text-muted">Installation</span>;
  return <span dir="auto">{companyName ?? `Company ${String(companyId)}`}</span>;
}

function EmptyCell() {
  return (
    <>
      <span aria-hidden="true" className="text-muted">
        –
      </span>
      <span className="sr-only">None</span>
    </>
  );
}

/** The details of an audit log entry, collapsed until the user expands them. */
function AuditDetails({ details }: { details: Readonly<Record<string, unknown>> }) {
  return (
    <details className="group">
      <summary className="-my-1 inline-flex min-h-8 list-none items-center gap-1 rounded text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 transition-transform group-open:rotate-90"
        />
        Show
        <span className="sr-only">details</span>
      </summary>
      <dl className="mt-2 flex @4xl:w-32 flex-col gap-1.5 text-xs">
        {Object.entries(details).map(([key, value]) => (
          <div key={key}>
            <dt className="text-muted">{keyLabel(key)}</dt>
            <dd dir="auto" className="wrap-anywhere whitespace-pre-line">
              {valueLabel(value)}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
