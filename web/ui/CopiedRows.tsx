import { CopyButton } from "./CopyButton.tsx";

interface CopiedRow {
  readonly label: string;
  readonly text: string;
  /** The name of the copy button, if several rows have the same label. */
  readonly copyLabel?: string;
  /** Whether there is nothing to copy. */
  readonly isFixed?: true;
}

/** Values that are copied to another place one by one, such as those of a DNS record. */
export function CopiedRows({ rows }: { rows: readonly CopiedRow[] }) {
  return (
    <dl className="divide-y divide-line rounded-lg border bg-sunken">
      {rows.map(({ label, text, copyLabel, isFixed }) => (
        <div
          key={label + text}
          className="flex min-h-12 flex-wrap items-center gap-x-4 py-1 pr-1 pl-4"
        >
          <dt className="w-24 shrink-0 text-muted">{label}</dt>
          <dd className="flex min-w-0 flex-1 basis-48 items-center gap-2">
            <span className="min-w-0 flex-1 font-mono text-sm wrap-anywhere">{text}</span>
            {isFixed ? null : (
              <CopyButton text={text} label={copyLabel ?? `Copy ${label.toLowerCase()}`} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
