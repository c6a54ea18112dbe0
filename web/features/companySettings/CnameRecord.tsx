import { CopyButton } from "#web/ui/CopyButton.tsx";

interface CnameRecordProps {
  /** The custom domain. */
  name: string;
  /** The host name of the company's own subdomain. */
  value: string;
}

/** The DNS record to create at the domain's provider. */
export function CnameRecord({ name, value }: CnameRecordProps) {
  return (
    <dl className="divide-y divide-line rounded-lg border bg-sunken">
      <div className="flex min-h-12 items-center gap-4 px-4 py-2">
        <dt className="w-14 shrink-0 text-muted">Type</dt>
        <dd className="font-mono text-sm">CNAME</dd>
      </div>
      <CopiedRow label="Name" text={name} />
      <CopiedRow label="Value" text={value} />
    </dl>
  );
}

function CopiedRow({ label, text }: { label: string; text: string }) {
  return (
    <div className="flex min-h-12 items-center gap-4 py-1 pr-1 pl-4">
      <dt className="w-14 shrink-0 text-muted">{label}</dt>
      <dd className="flex min-w-0 flex-1 items-center gap-2">
        <span className="min-w-0 flex-1 font-mono text-sm wrap-anywhere">{text}</span>
        <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} />
      </dd>
    </div>
  );
}
