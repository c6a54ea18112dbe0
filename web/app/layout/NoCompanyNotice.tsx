import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AdminCompany } from "#contract/adminCompanies.ts";
import { onePageQuery } from "#web/app/api/apiQuery.ts";
import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import { usePortalLink } from "#web/app/api/usePortalLink.ts";
import { useLocation } from "#web/app/navigation/NavigationContext.tsx";
import { Building2, ExternalLink } from "#web/ui/adminIcons.ts";
import { Button } from "#web/ui/Button.tsx";
import { countLabel } from "#web/ui/countLabel.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { LoadedContent } from "#web/ui/LoadedContent.tsx";
import { SearchInput } from "#web/ui/SearchInput.tsx";
import { Skeleton } from "#web/ui/Skeleton.tsx";

/**
 * Replaces lists of feedback or notifications if neither the host nor the user has a company. In
 * this case the lists are not fetched (docs/specification.md "6. Roles and permissions"). Super
 * admins choose a company, whose portal has the list.
 */
export function NoCompanyNotice() {
  if (useCurrentUser()?.role !== "super_admin")
    return <EmptyState icon={Building2} title={NO_COMPANY} text={WHERE} />;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-xl border bg-surface px-4 py-3">
        <Building2 aria-hidden="true" className="size-5 shrink-0 text-muted" strokeWidth={1.75} />
        <p className="min-w-0 flex-1 basis-64">
          <b className="font-semibold">{NO_COMPANY}</b> <span className="text-muted">{WHERE}</span>
        </p>
        <Button asChild variant="secondary">
          <a href="/admin/companies">Go to companies</a>
        </Button>
      </div>
      <CompanyChooser />
    </>
  );
}

const NO_COMPANY = "No company associated with your account.";
const WHERE = "Feedback is shown on the portal of each company.";

/** The number of companies that are listed; a search finds the others. */
const LISTED = 20;

/** The pages that every portal has, to which the links lead. */
const PORTAL_PAGES = ["roadmap", "feedback", "changelog"];

/** Links to the same page on the portals of the companies. */
function CompanyChooser() {
  const [search, setSearch] = useState("");
  const [, first = ""] = useLocation().pathname.split("/");
  const page = PORTAL_PAGES.includes(first) ? first : "roadmap";
  const query = { search: search || undefined, limit: String(LISTED) };
  const list = useQuery(onePageQuery("/api/admin/companies", { query }));
  return (
    <section aria-labelledby="choose-company" className="mt-8">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="choose-company" className="text-lg font-semibold">
          Open the portal of a company
        </h2>
        <div className="w-full sm:w-72">
          <SearchInput
            label="Search companies"
            placeholder="Search companies..."
            value={search}
            onSearch={setSearch}
            maxLength={200}
          />
        </div>
      </div>
      <LoadedContent
        query={list}
        skeleton={<Skeleton className="h-24" />}
        errorMessage="Failed to fetch companies"
      >
        {({ items, total }) => (
          <>
            {items.length === 0 ? <p className="text-sm text-muted">No company found.</p> : null}
            <CompanyList companies={items} page={page} />
            {total > items.length ? (
              <p className="mt-3 text-sm text-muted">Search to find the others.</p>
            ) : null}
          </>
        )}
      </LoadedContent>
    </section>
  );
}

interface CompanyListProps {
  companies: readonly AdminCompany[];
  page: string;
}

function CompanyList({ companies, page }: CompanyListProps) {
  return (
    <ul className="grid gap-3 empty:hidden sm:grid-cols-[repeat(auto-fit,minmax(18rem,1fr))]">
      {companies.map((company) => (
        <li key={company.id} className="min-w-0">
          {company.subdomain === null ? (
            <p className="rounded-xl border border-dashed p-4 wrap-anywhere text-muted">
              {company.name} (without a portal)
            </p>
          ) : (
            <PortalLink company={company} subdomain={company.subdomain} page={page} />
          )}
        </li>
      ))}
    </ul>
  );
}

interface PortalLinkProps {
  company: AdminCompany;
  subdomain: string;
  page: string;
}

function PortalLink({ company, subdomain, page }: PortalLinkProps) {
  const { href, host } = usePortalLink(subdomain);
  return (
    <a
      href={`${href}${page}`}
      target="_blank"
      rel="noopener"
      className="flex h-full items-start gap-3 rounded-xl border bg-surface p-4 hover:bg-hover"
    >
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span dir="auto" className="block font-semibold">
          {company.name}
        </span>
        <span className="text-muted">{host}</span>
        <span className="mt-3 flex flex-wrap gap-x-4 text-sm text-muted">
          <span>{countLabel(company.boardsCount, "board")}</span>
          <span>{countLabel(company.feedbackCount, "item")}</span>
          <span>{countLabel(company.usersCount, "user")}</span>
        </span>
      </span>
      <ExternalLink aria-hidden="true" className="size-4 shrink-0 text-muted" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}
