import { useInfiniteQuery } from "@tanstack/react-query";
import rocketShapes from "lucide/dist/esm/icons/rocket.mjs";
import { usePortal } from "#web/app/api/SessionContext.tsx";
import { NoCompany } from "#web/app/layout/NoCompany.tsx";
import { PageContainer } from "#web/app/layout/PageContainer.tsx";
import { PageHeading } from "#web/app/layout/PageHeading.tsx";
import { PageMeta } from "#web/app/layout/PageMeta.tsx";
import { useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import { ChangelogFilterBar, MonthRail } from "#web/features/changelog/ChangelogFilterBar.tsx";
import type { ChangelogFilters } from "#web/features/changelog/changelogFilters.ts";
import {
  changelogPath,
  foundItemsQuery,
  labelsQuery,
  monthsQuery,
  readChangelogFilters,
  subscriptionQuery,
  timelineQuery,
} from "#web/features/changelog/changelogFilters.ts";
import {
  ChangelogSkeleton,
  ChangelogTimeline,
} from "#web/features/changelog/ChangelogTimeline.tsx";
import { CategoryBadge } from "#web/features/feedback/FieldBadges.tsx";
import { PagedList } from "#web/features/roadmap/PagedList.tsx";
import { Button } from "#web/ui/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { createIcon } from "#web/ui/icons.ts";
import { lazyPart } from "#web/ui/lazyPart.tsx";
import type { PageContext } from "./pageModule.ts";

// Most visitors only read.
const SubscribeBox = lazyPart(
  async () => (await import("#web/features/changelog/SubscribeBox.tsx")).SubscribeBox,
);

const Rocket = createIcon(rocketShapes);

const SUBTITLE = "Track completed features and improvements";

/**
 * The page /changelog with entries and completed items, newest first (docs/specification.md
 * "Changelog (/changelog)"). Nothing is fetched if neither the host nor the user has a company.
 */
export function Component() {
  const { tenantId } = usePortal();
  return (
    <PageContainer>
      <PageMeta title="Changelog" description={SUBTITLE} feed="/changelog.atom" />
      <PageHeading
        title="Changelog"
        subtitle={SUBTITLE}
        actions={
          tenantId === null ? null : (
            <Button asChild variant="secondary" size="sm" className="lg:hidden noscript:hidden">
              <a href="#subscribe">Subscribe</a>
            </Button>
          )
        }
      />
      {tenantId === null ? <NoCompany /> : <Changelog />}
    </PageContainer>
  );
}

/** Preloads the first page of the changelog, its labels and months, and the user's subscription. */
export async function preloads({ client, portal, user, search }: PageContext): Promise<void> {
  if (portal.tenantId === null) return;
  const filters = readChangelogFilters(search);
  await Promise.allSettled([
    client.infiniteQuery(timelineQuery(filters)),
    client.query(labelsQuery),
    client.query(monthsQuery),
    user ? client.query(subscriptionQuery) : null,
    filters.search === undefined ? null : client.infiniteQuery(foundItemsQuery(filters.search)),
  ]);
}

function Changelog() {
  const [query] = useSearchParams();
  const filters = readChangelogFilters(query);
  const list = useInfiniteQuery(timelineQuery(filters));
  const isEmpty = !isFiltered(filters) && list.data?.pages[0]?.items.length === 0;
  return (
    <div className="gap-x-8 lg:grid lg:grid-cols-[1fr_18rem]">
      <div className="min-w-0 max-w-4xl">
        {isEmpty ? null : <ChangelogFilterBar filters={filters} />}
        <Timeline key={changelogPath(filters)} filters={filters} />
        {filters.search === undefined || filters.label !== undefined ? null : (
          <FoundItems search={filters.search} />
        )}
      </div>
      <aside className="max-lg:mt-8 lg:sticky lg:top-20 lg:self-start">
        <SubscribeBox />
        <MonthRail current={filters.month} />
      </aside>
    </div>
  );
}

const isFiltered = ({ label, search }: ChangelogFilters) =>
  label !== undefined || search !== undefined;

function Timeline({ filters }: { filters: ChangelogFilters }) {
  return (
    <PagedList
      query={useInfiniteQuery(timelineQuery(filters))}
      name="Changelog"
      errorMessage="Failed to fetch the changelog"
      skeleton={<ChangelogSkeleton />}
      empty={isFiltered(filters) ? <NothingFound /> : <EmptyChangelog />}
      keyOf={({ entry, item }) => (entry ? `e${String(entry.id)}` : `i${String(item?.id)}`)}
    >
      {(parts) => (
        <ChangelogTimeline
          parts={parts}
          renderCategory={({ category }) => <CategoryBadge category={category} />}
        />
      )}
    </PagedList>
  );
}

/** The completed items that a search finds, below the entries. */
function FoundItems({ search }: { search: string }) {
  const list = useInfiniteQuery(foundItemsQuery(search));
  const isEmpty = list.data?.pages[0]?.items.length === 0;
  if (isEmpty) return null;
  return (
    <section aria-labelledby="found-items" className="mt-14">
      <h2 id="found-items" className="mb-4 text-base font-semibold">
        Completed items
      </h2>
      <PagedList
        query={list}
        name="Completed items"
        errorMessage="Failed to fetch feedback"
        skeleton={null}
        empty={null}
      >
        {(items) => (
          <ChangelogTimeline
            parts={items.map((item) => ({
              entry: null,
              item: {
                ...item,
                isPrivate: false,
                completionNote: item.completionNote ?? null,
                completionNoteFormat: item.completionNoteFormat ?? "plain",
              },
            }))}
            renderCategory={({ category }) => <CategoryBadge category={category} />}
          />
        )}
      </PagedList>
    </section>
  );
}

function NothingFound() {
  return (
    <EmptyState
      icon={Rocket}
      title="No entries found"
      text="No entry has this label and these words."
      action={
        <Button asChild variant="secondary">
          <a href="/changelog">Show all</a>
        </Button>
      }
    />
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
