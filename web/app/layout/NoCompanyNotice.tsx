import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { onePageQuery } from "#web/app/api/apiQuery.ts";
import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import { usePortalLink } from "#web/app/api/usePortalLink.ts";
import { useLocation } from "#web/app/navigation/NavigationContext.tsx";
import { Building2, ExternalLink } from "#web/ui/adminIcons.ts";
import { Button } from "#web/ui/Button.tsx";
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
  const isSuperAdmin = useCurrentUser()?.role === "super_admin";
  return (
    <>
      <EmptyState
        icon={Building2}
        title="No company associated with your account."
        text="Feedback is shown on the portal of each company."
        action={
          isSuperAdmin ? (
            <Button asChild variant="secondary">
              <a href="/admin/companies">Go to companies</a>
            </Button>
          ) : null
        }
      />
      {isSuperAdmin ? <CompanyChooser /> : null}
    </>
  );
}

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
    <section aria-labelledby="choose-company" className="mt-8 max-w-xl">
      <h2 id="choose-company" className="mb-3 text-base font-semibold">
        Open the portal of a company
      </h2>
      <SearchInput
        label="Search companies"
        placeholder="Search companies..."
        value={search}
        onSearch={setSearch}
        maxLength={200}
      />
      <div className="mt-3">
        <LoadedContent
          query={list}
          skeleton={<Skeleton className="h-24" />}
          errorMessage="Failed to fetch companies"
        >
          {({ items, total }) => (
            <>
              {items.length === 0 ? <p className="text-sm text-muted">No company found.</p> : null}
              <ul className="divide-y divide-line rounded-xl border border-line bg-surface empty:hidden">
                {items.map(({ id, name, subdomain }) => (
                  <li key={id}>
                    {subdomain === null ? (
                      <p className="px-4 py-2.5 text-sm text-muted">{name} (without a portal)</p>
                    ) : (
                      <PortalLink name={name} subdomain={subdomain} page={page} />
                    )}
                  </li>
                ))}
              </ul>
              {total > items.length ? (
                <p className="mt-2 text-sm text-muted">Search to find the others.</p>
              ) : null}
            </>
          )}
        </LoadedContent>
      </div>
    </section>
  );
}

interface PortalLinkProps {
  name: string;
  subdomain: string;
  page: string;
}

function PortalLink({ name, subdomain, page }: PortalLinkProps) {
  const { href, host } = usePortalLink(subdomain);
  return (
    <a
      href={`${href}${page}`}
      target="_blank"
      rel="noopener"
      className="flex min-h-11 flex-wrap items-center gap-x-3 px-4 py-2 hover:bg-hover"
    >
      <span dir="auto" className="min-w-0 flex-1 font-medium wrap-anywhere">
        {name}
      </span>
      <span className="text-sm wrap-anywhere text-muted">{host}</span>
      <ExternalLink aria-hidden="true" className="size-4 shrink-0 text-muted" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}
