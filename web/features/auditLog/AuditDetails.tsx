import { ChevronRight } from "#web/ui/adminIcons.ts";
import { keyLabel, valueLabel } from "./auditLabels.ts";

/** The details of an audit log entry, collapsed until the user expands them. */
export function AuditDetails({ details }: { details: Readonly<Record<string, unknown>> }) {
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
