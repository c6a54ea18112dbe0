import { Pencil, Trash2 } from "#web/ui/itemIcons.ts";
import { ExternalLink, ScrollText } from "#web/ui/adminIcons.ts";
import type { AdminCompany } from "#contract/adminCompanies.ts";
import { SUBSCRIPTION_PLAN_LABELS, SUBSCRIPTION_STATUS_LABELS } from "#contract/adminCompanies.ts";
import { usePortalLink } from "#web/app/api/usePortalLink.ts";
import type { BadgeTone } from "#web/ui/Badge.tsx";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { StackedActions, StackedCell, StackedHeader, StackedRow } from "#web/ui/StackedTable.tsx";
import { countLabel } from "#web/ui/countLabel.ts";

const STATUS_TONES: Record<AdminCompany["subscriptionStatus"], BadgeTone> = {
  active: "green",
  past_due: "amber",
  canceled: "danger",
  trialing: "blue",
};

/** The columns in the order of a row's cells (docs/specification.md "/admin/companies"). */
export const COMPANY_COLUMNS = [
  "Name",
  "Stripe ID",
  "Sub. Status",
  "Sub. Plan",
  "Website",
  "Usage",
  "Actions",
] as const;

interface CompanyRowProps {
  company: AdminCompany;
  onEdit: () => void;
  onDelete: () => void;
}

/** A row of the companies table. */
export function CompanyRow({ company, onEdit, onDelete }: CompanyRowProps) {
  const { stripeCustomerId, subscriptionStatus, subscriptionPlan, website } = company;
  return (
    <StackedRow>
      <StackedHeader>
        <NameAndPortal company={company} />
      </StackedHeader>
      <StackedCell label="Stripe ID" className="wrap-anywhere">
        {stripeCustomerId ? (
          <span className="inline-block @4xl:min-w-28">{stripeCustomerId}</span>
        ) : (
          <NotSet />
        )}
      </StackedCell>
      <StackedCell label="Sub. Status">
        <Badge tone={STATUS_TONES[subscriptionStatus]}>
          {SUBSCRIPTION_STATUS_LABELS[subscriptionStatus]}
        </Badge>
      </StackedCell>
      <StackedCell label="Sub. Plan">{SUBSCRIPTION_PLAN_LABELS[subscriptionPlan]}</StackedCell>
      <StackedCell label="Website" className="wrap-anywhere">
        {website ? <Website address={website} /> : <NotSet />}
      </StackedCell>
      <StackedCell label="Usage" className="@max-4xl:col-span-2">
        <Usage company={company} />
      </StackedCell>
      <StackedActions>
        <Button asChild variant="ghost" size="icon">
          <a href={`/admin/audit-log?companyId=${String(company.id)}`} title="Audit log">
            <ScrollText aria-hidden="true" className="text-muted" />
            <span className="sr-only">Audit log of {company.name}</span>
          </a>
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Edit ${company.name}`}
          title="Edit"
          onClick={onEdit}
        >
          <Pencil aria-hidden="true" />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Delete ${company.name}`}
          title="Delete"
          onClick={onDelete}
          className="text-danger-text"
        >
          <Trash2 aria-hidden="true" />
        </Button>
      </StackedActions>
    </StackedRow>
  );
}

function NotSet() {
  return <span className="whitespace-nowrap text-muted">Not set</span>;
}

function NameAndPortal({ company }: { company: AdminCompany }) {
  const { name, description, subdomain, isBeingDeleted } = company;
  return (
    <>
      <span dir="auto" className="block font-semibold wrap-anywhere">
        {name}
      </span>
      <span dir="auto" className="mt-0.5 line-clamp-3 wrap-anywhere text-muted">
        {description ?? "No description"}
      </span>
      {subdomain && !isBeingDeleted ? <PortalLink subdomain={subdomain} name={name} /> : null}
      {isBeingDeleted ? (
        <span className="mt-1 block text-muted">
          <Badge tone="danger">Being deleted</Badge> If this stays, delete it again.
        </span>
      ) : null}
    </>
  );
}

function PortalLink({ subdomain, name }: { subdomain: string; name: string }) {
  const { href, host } = usePortalLink(subdomain);
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener"
      className="mt-0.5 inline-flex min-h-6 items-center gap-1 wrap-anywhere text-primary-text hover:underline"
    >
      <span className="sr-only">Portal of {name}: </span>
      {host}
      <ExternalLink aria-hidden="true" className="size-3.5 shrink-0" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}

function Website({ address }: { address: string }) {
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-block min-h-6 text-primary-text hover:underline @4xl:min-w-36"
    >
      {address.replace(/^https?:\/\//, "").replace(/\/$/, "")}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

function Usage({ company }: { company: AdminCompany }) {
  const { id, boardsCount, feedbackCount, usersCount } = company;
  return (
    <ul className="flex flex-wrap gap-x-3 whitespace-nowrap tabular-nums @4xl:flex-col">
      <li>{countLabel(boardsCount, "board")}</li>
      <li>{countLabel(feedbackCount, "item")}</li>
      <li>
        <a
          href={`/admin/users?companyId=${String(id)}`}
          className="text-primary-text hover:underline"
        >
          {countLabel(usersCount, "user")}
          <span className="sr-only"> of {company.name}</span>
        </a>
      </li>
    </ul>
  );
}
