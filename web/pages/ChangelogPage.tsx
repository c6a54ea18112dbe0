import { useInfiniteQuery } from "@tanstack/react-query";
import { Rocket } from "#web/ui/pageIcons.ts";
import { usePortal } from "#web/app/api/SessionContext.tsx";
import { changelogQuery } from "#web/features/changelog/changelogQuery.ts";
import {
  ChangelogSkeleton,
  ChangelogTimeline,
} from "#web/features/changelog/ChangelogTimeline.tsx";
import { CategoryBadge } from "#web/features/feedback/CategoryBadge.tsx";
import { NoCompany } from "#web/app/layout/NoCompany.tsx";
import { PageContainer } from "#web/app/layout/PageContainer.tsx";
import { PageHeading } from "#web/app/layout/PageHeading.tsx";
import { PageMeta } from "#web/app/layout/PageMeta.tsx";
import { PagedList } from "#web/features/roadmap/PagedList.tsx";
import { Button } from "#web/ui/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import type { PageContext } from "./pageModule.ts";

const SUBTITLE = "Track completed features and improvements";

/**
 * /changelog: completed items, newest first (docs/specification.md "Changelog (/changelog)").
 * Nothing is fetched if neither the host nor the user has a company.
 */
export function Component() {
  const { tenantId } = usePortal();
  return (
    <PageContainer width="reading">
      <PageMeta title="Changelog" description={SUBTITLE} />
      <PageHeading title="Changelog" subtitle={SUBTITLE} />
      {tenantId === null ? <NoCompany /> : <Changelog />}
    </PageContainer>
  );
}

/** Preloads the first page of items. */
export async function preloads({ client, portal }: PageContext): Promise<void> {
  if (portal.tenantId === null) return;
  await client.infiniteQuery(changelogQuery).catch(() => null);
}

function Changelog() {
  return (
    <PagedList
      query={useInfiniteQuery(changelogQuery)}
      name="Changelog"
      errorMessage="Failed to fetch feedback"
      skeleton={<ChangelogSkeleton />}
      empty={<EmptyChangelog />}
    >
      {(items) => (
        <ChangelogTimeline
          items={items}
          renderCategory={({ category }) => <CategoryBadge category={category} />}
        />
      )}
    </PagedList>
  );
}

function EmptyChangelog() {
  return (
    <EmptyState
      icon={Rocket}
      title="No completed items yet"
      text="What is finished appears here. The roadmap shows what is on its way."
      action={
        <Button asChild variant="secondary">
          <a href="/roadmap">See the roadmap</a>
        </Button>
      }
    />
  );
}
