import type { MailDelivery } from "#contract/mailDeliveries.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { RelativeTime } from "#web/ui/RelativeTime.tsx";
import { StackedCell, StackedHeader, StackedRow } from "#web/ui/StackedTable.tsx";
import { AccountName } from "./AccountName.tsx";
import { STATE_LABELS, subjectLabel } from "./mailLabels.ts";

/** Returns the column headings in the order of a row's cells. */
export function mailColumns(hasCompany: boolean): readonly string[] {
  const company = hasCompany ? ["Company"] : [];
  return ["Recipient", "About", ...company, "State", "Time", "Mail server's answer"];
}

interface MailRowProps {
  mail: MailDelivery;
  /**
   * Whether the row displays the company. A row with the company has no link to the item, because
   * the item is on the company's host.
   */
  hasCompany: boolean;
}

/** The table row of one notification mail. */
export function MailRow({ mail, hasCompany }: MailRowProps) {
  const { recipient, state, attempts, response, createdAt, finishedAt } = mail;
  const { label, tone } = STATE_LABELS[state];
  return (
    <StackedRow>
      <StackedHeader>
        <AccountName account={recipient} />
      </StackedHeader>
      <StackedCell label="About" className="wrap-anywhere @max-4xl:col-span-2 @4xl:min-w-36">
        <Subject mail={mail} isLink={!hasCompany} />
      </StackedCell>
      {hasCompany ? (
        <StackedCell label="Company" className="wrap-anywhere @max-4xl:col-span-2 @4xl:min-w-24">
          <a
            href={`/admin/mail?companyId=${String(mail.companyId)}`}
            dir="auto"
            className="underline-offset-2 hover:underline"
          >
            {mail.companyName}
          </a>
        </StackedCell>
      ) : null}
      <StackedCell label="State">
        <Badge tone={tone}>{label}</Badge>
        {attempts > 1 ? (
          <span className="mt-1 block text-xs text-muted">{attempts} attempts</span>
        ) : null}
      </StackedCell>
      <StackedCell label="Time" className="@4xl:whitespace-nowrap">
        <RelativeTime value={finishedAt ?? createdAt} />
      </StackedCell>
      <StackedCell
        label="Mail server's answer"
        className="@max-4xl:col-span-2 @max-4xl:pb-2.5 @4xl:text-right @4xl:last:pr-5"
      >
        <span className="font-mono text-xs wrap-anywhere">{response ?? "–"}</span>
      </StackedCell>
    </StackedRow>
  );
}

function Subject({ mail, isLink }: { mail: MailDelivery; isLink: boolean }) {
  const label = subjectLabel(mail);
  if (!isLink || mail.title === null || mail.feedbackId === null)
    return <span dir="auto">{label}</span>;
  return (
    <a
      href={`/feedback/${String(mail.feedbackId)}`}
      dir="auto"
      className="underline-offset-2 hover:underline"
    >
      {label}
    </a>
  );
}
