import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import rocketShapes from "lucide/dist/esm/icons/rocket.mjs";
import { wholeListQuery } from "#web/app/api/apiQuery.ts";
import { isAdminOf } from "#web/app/api/session.ts";
import { useCurrentUser, usePortal } from "#web/app/api/SessionContext.tsx";
import { CategoryBadge } from "#web/features/feedback/FieldBadges.tsx";
import { NoCompany } from "#web/app/layout/NoCompany.tsx";
import { PageContainer } from "#web/app/layout/PageContainer.tsx";
import { PageHeading } from "#web/app/layout/PageHeading.tsx";
import { PageMeta } from "#web/app/layout/PageMeta.tsx";
import {
  changelogQuery,
  ChangelogSkeleton,
  ChangelogTimeline,
} from "#web/features/changelog/ChangelogTimeline.tsx";
import { PagedList } from "#web/features/roadmap/PagedList.tsx";
import { Button } from "#web/ui/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { createIcon } from "#web/ui/icons.ts";
import type { PageContext } from "./pageModule.ts";

const Rocket = createIcon(rocketShapes);

const SUBTITLE = "Track completed features and improvements";

/**
 * The page /changelog with completed items, newest first (docs/specification.md "Changelog
 * (/changelog)"). Nothing is fetched if neither the host nor the user has a company.
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

const boardsQuery = wholeListQuery("/api/boards");

/**
 * Preloads the first page of items. For admins, also preloads the boards, which show which items
 * are private.
 */
export async function preloads({ client, portal, user }: PageContext): Promise<void> {
  if (portal.tenantId === null) return;
  await Promise.allSettled([
    client.infiniteQuery(changelogQuery),
    isAdminOf(user, portal.tenantId) ? client.query(boardsQuery) : null,
  ]);
}

function Changelog() {
  const enabled = isAdminOf(useCurrentUser(), usePortal().tenantId);
  const boards = useQuery({ ...boardsQuery, enabled }).data ?? [];
  const privateBoards = boards.filter(({ isPrivate }) => isPrivate);
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
          privateBoardIds={new Set(privateBoards.map(({ id }) => id))}
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
