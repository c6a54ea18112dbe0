import { useQuery } from "@tanstack/react-query";
import type { ChangelogEntry } from "#contract/changelog.ts";
import { useParams } from "#web/app/navigation/NavigationContext.tsx";
import { isApiError } from "#web/app/api/call.ts";
import { usePortal } from "#web/app/api/SessionContext.tsx";
import { PageContainer } from "#web/app/layout/PageContainer.tsx";
import { PageMeta } from "#web/app/layout/PageMeta.tsx";
import { entryQuery, subscriptionQuery } from "#web/features/changelog/changelogFilters.ts";
import {
  EntryBody,
  EntryCover,
  EntryFacts,
  EntryItems,
} from "#web/features/changelog/EntryArticle.tsx";
import { Button } from "#web/ui/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { lazyPart } from "#web/ui/lazyPart.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import type { PageContext } from "./pageModule.ts";

const SubscribeBox = lazyPart(
  async () => (await import("#web/features/changelog/SubscribeBox.tsx")).SubscribeBox,
);

/** The page /changelog/{slug} of one entry. */
export function Component() {
  const { slug = "" } = useParams();
  const entry = useQuery(entryQuery(slug));
  return (
    <PageContainer>
      <Button asChild variant="ghost" size="sm" className="mb-4 -ml-3 text-muted">
        <a href="/changelog">
          <span aria-hidden="true">←</span>
          Changelog
        </a>
      </Button>
      {entry.data ? <Entry entry={entry.data} /> : null}
      {entry.isPending ? <EntrySkeleton /> : null}
      {entry.isError && !entry.data ? (
        <NoEntry error={entry.error} retry={() => void entry.refetch()} />
      ) : null}
    </PageContainer>
  );
}

/** Preloads the entry, and the user's subscription. */
export async function preloads({ client, params, portal, user }: PageContext): Promise<404 | void> {
  if (portal.tenantId === null) return 404;
  await Promise.allSettled([
    client.query(entryQuery(params["slug"] ?? "")),
    user ? client.query(subscriptionQuery) : null,
  ]);
  return undefined;
}

function Entry({ entry }: { entry: ChangelogEntry }) {
  const { company } = usePortal();
  const isPublished = entry.state === "published";
  return (
    <div className="gap-x-12 lg:grid lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_25rem]">
      <PageMeta
        title={entry.title}
        description={entry.excerpt || `What is new at ${company?.name ?? "this portal"}`}
        noIndex={!isPublished}
        image={(isPublished && entry.coverUrl) || `/changelog/${entry.slug}/share.png`}
        feed="/changelog.atom"
      />
      <article className="min-w-0">
        <EntryFacts entry={entry} />
        <h1 dir="auto" className="mt-2 text-xl font-semibold text-pretty wrap-anywhere">
          {entry.title}
        </h1>
        {entry.coverUrl ? <EntryCover entry={entry} /> : null}
        <div className="mt-6">
          <EntryBody entry={entry} />
        </div>
      </article>
      <aside className="flex flex-col gap-6 max-lg:mt-8">
        <EntryItems
          entry={entry}
          className="max-lg:max-w-prose"
          heading={<h2 className="px-4 pt-3 text-base font-semibold">Completed with this</h2>}
        />
        <div className="lg:sticky lg:top-20">
          <SubscribeBox />
        </div>
      </aside>
    </div>
  );
}

function EntrySkeleton() {
  return (
    <SkeletonGroup label="Loading entry">
      <Skeleton className="h-3 w-36" />
      <Skeleton className="mt-4 h-6 w-2/3" />
      <Skeleton className="mt-6 h-3" />
      <Skeleton className="mt-2 h-3 w-5/6" />
    </SkeletonGroup>
  );
}

function NoEntry({ error, retry }: { error: unknown; retry: () => void }) {
  if (!isApiError(error) || error.status !== 404)
    return <ErrorState message="Failed to fetch the changelog entry" onRetry={retry} />;
  return (
    <>
      <PageMeta title="Changelog entry not found" noIndex />
      <EmptyState
        title="Changelog entry not found"
        text="It may have been taken back, or its address has changed."
        action={
          <Button asChild variant="secondary">
            <a href="/changelog">See the changelog</a>
          </Button>
        }
      />
    </>
  );
}
