import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useId } from "react";
import * as z from "zod/mini";
import type { AdminCompany } from "#contract/adminCompanies.ts";
import { SUBSCRIPTION_PLAN_LABELS, SUBSCRIPTION_STATUS_LABELS } from "#contract/adminCompanies.ts";
import { searchQuery } from "#contract/fields.ts";
import { apiPagedQuery } from "#web/app/api/apiQuery.ts";
import { usePortalLink } from "#web/app/api/usePortalLink.ts";
import type { FilterSet } from "#web/app/navigation/useTableFilters.ts";
import { useTableFilters } from "#web/app/navigation/useTableFilters.ts";
import type { BadgeTone } from "#web/ui/Badge.tsx";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { countLabel } from "#web/ui/countLabel.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { FilteredTable } from "#web/ui/FilteredTable.tsx";
import { FilterSelect } from "#web/ui/FilterSelect.tsx";
import { ScreenSection } from "#web/ui/ScreenSection.tsx";
import { StackedActions, StackedCell, StackedHeader, StackedRow } from "#web/ui/StackedTable.tsx";
import { useDialogState } from "#web/ui/useDialogState.ts";
import type { CompanyDialog } from "./CompanyDialogs.tsx";
import { CompanyDialogs } from "./CompanyDialogs.tsx";
import { Building2, ExternalLink, ScrollText } from "#web/ui/adminIcons.ts";
import { Pencil, Plus, Trash2 } from "#web/ui/icons.ts";

/**
 * The screen where super admins search, add, edit and delete companies (docs/specification.md
 * "/admin/companies").
 */
export function CompaniesScreen() {
  const table = useTableFilters(COMPANY_FILTERS);
  const list = useInfiniteQuery({
    ...companyPagesQuery(table.filters),
    placeholderData: keepPreviousData,
  });
  const state = useDialogState<CompanyDialog>();
  return (
    <ScreenSection
      id="companies"
      title="Companies"
      actions={
        <Button aria-haspopup="dialog" onClick={() => state.open({ kind: "add" })}>
          <Plus aria-hidden="true" />
          Add Company
        </Button>
      }
    >
      <FilteredTable
        table={table}
        list={list}
        label="Companies"
        searchPlaceholder="Search companies..."
        toolbarClassName="gap-x-4"
        controls={
          <SortSelect sort={table.filters.sort} onChoose={(sort) => table.change({ sort })} />
        }
        count={(total) => countLabel(total, "company", "companies")}
        columns={COMPANY_COLUMNS}
        tableFrom="4xl"
        icon={Building2}
        noMatches="No companies match your search"
        clearLabel="Clear search"
        empty={
          <EmptyState
            icon={Building2}
            title={'No companies found. Click "Add Company" to create one.'}
          />
        }
        renderRow={(company) => (
          <CompanyRow
            key={company.id}
            company={company}
            onEdit={() => state.open({ kind: "edit", company })}
            onDelete={() => state.open({ kind: "delete", company })}
          />
        )}
      />
      <CompanyDialogs state={state} />
    </ScreenSection>
  );
}

interface SortSelectProps {
  sort: CompanySort;
  onChoose: (sort: CompanySort) => void;
}

function SortSelect({ sort, onChoose }: SortSelectProps) {
  const id = useId();
  return (
    <span className="flex items-center gap-2">
      <label htmlFor={id} className="text-sm whitespace-nowrap text-muted">
        Sort by
      </label>
      <FilterSelect
        id={id}
        value={sort}
        onChoose={(value) => onChoose(COMPANY_SORTS.find((known) => known === value) ?? "name")}
      >
        {COMPANY_SORTS.map((value) => (
          <option key={value} value={value}>
            {COMPANY_SORT_LABELS[value]}
          </option>
        ))}
      </FilterSelect>
    </span>
  );
}

const STATUS_TONES: Record<AdminCompany["subscriptionStatus"], BadgeTone> = {
  active: "green",
  past_due: "amber",
  canceled: "danger",
  trialing: "blue",
};

/** The columns in the order of a row's cells (docs/specification.md "/admin/companies"). */
const COMPANY_COLUMNS = [
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
function CompanyRow({ company, onEdit, onDelete }: CompanyRowProps) {
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

const COMPANY_SORTS = ["name", "date"] as const;

type CompanySort = (typeof COMPANY_SORTS)[number];

const COMPANY_SORT_LABELS: Record<CompanySort, string> = {
  name: "Name",
  date: "Newest first",
};

/** The filters of the companies table, as stored in the URL. */
interface CompanyFilters {
  readonly search: string;
  readonly sort: CompanySort;
}

export const COMPANY_FILTERS: FilterSet<CompanyFilters> = {
  defaults: { search: "", sort: "name" },
  shape: { search: searchQuery, sort: z.enum(COMPANY_SORTS) },
};

/** Returns the query for the pages of the companies table. The data is stale after ten seconds. */
export function companyPagesQuery({ search, sort }: CompanyFilters) {
  const query = { search: search || undefined, sort: sort === "name" ? undefined : sort };
  return { ...apiPagedQuery("/api/admin/companies", { query }), staleTime: 10_000 };
}
