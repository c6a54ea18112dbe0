import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { managedCompanyId } from "#web/app/api/SessionContext.tsx";
import { ManagedCompany } from "#web/app/layout/ManagedCompany.tsx";
import { PageContainer } from "#web/app/layout/PageContainer.tsx";
import { PageMeta } from "#web/app/layout/PageMeta.tsx";
import { useParams } from "#web/app/navigation/NavigationContext.tsx";
import { EntryEditor } from "#web/features/changelog/admin/EntryEditor.tsx";
import { entryQuery } from "#web/features/changelog/admin/entryQueries.ts";
import { settingsQuery } from "#web/features/companies/CompanySettingsLoader.tsx";
import { StatusBadge } from "#web/features/feedback/StatusBadge.tsx";
import { NotFound } from "#web/ui/NotFound.tsx";
import type { PageContext } from "./pageModule.ts";

/** The page /company/changelog/{id}, on which an admin writes and publishes an entry. */
export function Component() {
  const entryId = parseId(useParams()["id"]);
  return (
    <PageContainer>
      <PageMeta title="Changelog entry" noIndex />
      <h1 className="sr-only">Changelog entry</h1>
      <ManagedCompany>
        {(companyId) =>
          entryId === null ? <EntryNotFound /> : <Editor companyId={companyId} entryId={entryId} />
        }
      </ManagedCompany>
    </PageContainer>
  );
}

/** Preloads the entry, the labels, the proposed items and the company's time zone. */
export async function preloads({ client, params, portal, user }: PageContext): Promise<404 | void> {
  const companyId = managedCompanyId(portal, user);
  const entryId = parseId(params["id"]);
  if (companyId === null) return undefined;
  if (entryId === null) return 404;
  await Promise.allSettled([
    client.query(entryQuery(entryId)),
    client.query(apiQuery("/api/changelog/labels")),
    client.query(apiQuery("/api/changelog/linkable")),
    client.query(settingsQuery(companyId)),
  ]);
  return undefined;
}

/** Returns the entry's id, or null if the path parameter is not a positive integer. */
function parseId(param: string | undefined): number | null {
  return param !== undefined && /^[1-9]\d{0,14}$/.test(param) ? Number(param) : null;
}

function Editor({ companyId, entryId }: { companyId: number; entryId: number }) {
  const { data: settings } = useQuery(settingsQuery(companyId));
  return (
    <EntryEditor
      entryId={entryId}
      zone={settings?.timeZone ?? "UTC"}
      renderStatus={({ status }) => <StatusBadge status={status} className="shrink-0" />}
      notFound={<EntryNotFound />}
    />
  );
}

function EntryNotFound() {
  return (
    <NotFound
      title="Changelog entry not found"
      text="It may have been deleted, or the address may be wrong."
      to="/company/changelog"
      toLabel="See all entries"
    />
  );
}
