import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useParams } from "#web/app/navigation/NavigationContext.tsx";
import { boardsApi } from "#contract/boards.ts";
import { categoriesApi } from "#contract/categories.ts";
import type { Page } from "#contract/endpoint.ts";
import type { FeedbackDetail, StatusChange } from "#contract/feedback.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { apiQuery, wholeListQuery } from "#web/app/api/apiQuery.ts";
import { useCurrentUser, usePortal } from "#web/app/api/SessionContext.tsx";
import { isAdminOf } from "#web/app/api/session.ts";
import { loginPath } from "#web/features/auth/safeReturnPath.ts";
import { AddComment } from "#web/features/comments/AddComment.tsx";
import { authorName } from "#web/features/comments/authorName.ts";
import { CommentList } from "#web/features/comments/CommentList.tsx";
import { commentsQuery } from "#web/features/comments/commentsQuery.ts";
import { earlierEntry } from "#web/features/comments/earlierEntry.tsx";
import type { TimelineEntry } from "#web/features/comments/timeline.ts";
import { useCommentCount } from "#web/features/comments/useCommentCount.ts";
import { useFirstLoadedEntry } from "#web/features/comments/useFirstLoadedEntry.ts";
import { CategoryBadge } from "#web/features/feedback/CategoryBadge.tsx";
import { StatusBadge } from "#web/features/feedback/StatusBadge.tsx";
import { VoteButton } from "#web/features/feedback/VoteButton.tsx";
import { BackLink } from "#web/features/feedbackDetail/BackLink.tsx";
import { cachedItem } from "#web/features/feedbackDetail/cachedItem.ts";
import { FeedbackArticle } from "#web/features/feedbackDetail/FeedbackArticle.tsx";
import { FeedbackDetailSkeleton } from "#web/features/feedbackDetail/FeedbackDetailSkeleton.tsx";
import { FeedbackNotFound } from "#web/features/feedbackDetail/FeedbackNotFound.tsx";
import { historyQuery } from "#web/features/feedbackDetail/historyQuery.ts";
import { StatusChangeEntry } from "#web/features/feedbackDetail/StatusChangeEntry.tsx";
import { useIsDeleting } from "#web/features/feedbackDetail/useIsDeleting.ts";
import { PageContainer } from "#web/app/layout/PageContainer.tsx";
import { PageMeta } from "#web/app/layout/PageMeta.tsx";
import { Button } from "#web/ui/Button.tsx";
import { cn } from "#web/ui/cn.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { idlePart } from "#web/ui/idlePart.tsx";
import { lazyPart } from "#web/ui/lazyPart.tsx";
import type { PageContext } from "./pageModule.ts";

// These parts are loaded lazily, because signed-out visitors do not need them.
const loadAdminParts = () => import("#web/features/feedbackDetail/adminParts.ts");
const AdminPanel = lazyPart(async () => (await loadAdminParts()).AdminPanel);
const ItemNeighbors = idlePart(async () => (await loadAdminParts()).ItemNeighbors);
const NotifiedPeople = lazyPart(async () => (await loadAdminParts()).NotifiedPeople);
const FollowButton = lazyPart(
  async () => (await import("#web/features/feedback/FollowButton.tsx")).FollowButton,
);
const EditFeedbackDialog = lazyPart(
  async () =>
    (await import("#web/features/feedbackDetail/EditFeedbackDialog.tsx")).EditFeedbackDialog,
);

/**
 * /feedback/{id}: one item with its comments and history (docs/specification.md "Feedback detail
 * (/feedback/{id})").
 */
export function Component() {
  const feedbackId = parseFeedbackId(useParams()["id"]);
  const { tenantId } = usePortal();
  const isAdmin = isAdminOf(useCurrentUser(), tenantId);
  return (
    <PageContainer className={isAdmin ? "max-w-275" : "max-w-192"}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <BackLink />
        {isAdmin && feedbackId !== null ? <ItemNeighbors feedbackId={feedbackId} /> : null}
      </div>
      {feedbackId === null || tenantId === null ? (
        <NotFound />
      ) : (
        <LoadedFeedback key={feedbackId} feedbackId={feedbackId} />
      )}
    </PageContainer>
  );
}

/**
 * Preloads the item with its comments, history, boards and categories. Nothing is fetched if the id
 * is invalid, or if neither the host nor the user has a company.
 */
export async function preloads({ client, params, portal }: PageContext): Promise<404 | void> {
  const feedbackId = parseFeedbackId(params["id"]);
  if (feedbackId === null || portal.tenantId === null) return 404;
  const input = { params: { id: feedbackId } };
  await Promise.allSettled([
    client.query(apiQuery(feedbackApi.get, input)),
    client.infiniteQuery(historyQuery(feedbackId)),
    client.infiniteQuery(commentsQuery(feedbackId)),
    client.query(wholeListQuery(boardsApi.list)),
    client.query(wholeListQuery(categoriesApi.list)),
  ]);
}

/** Returns the item's id, or null if the path parameter is not a positive integer. */
function parseFeedbackId(param: string | undefined): number | null {
  return param !== undefined && /^[1-9]\d{0,14}$/.test(param) ? Number(param) : null;
}

function LoadedFeedback({ feedbackId }: { feedbackId: number }) {
  const client = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery({
    ...apiQuery(feedbackApi.get, { params: { id: feedbackId } }),
    placeholderData: () => cachedItem(client, feedbackId),
  });
  const isDeleting = useIsDeleting(feedbackId);
  if (error?.status === 404 && !isDeleting) return <NotFound />;
  if (data) return <Feedback item={data} />;
  return (
    <>
      <PageMeta title="Feedback" />
      <h1 className="sr-only">Feedback</h1>
      {error ? (
        <ErrorState
          message="Failed to fetch feedback"
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <FeedbackDetailSkeleton />
      )}
    </>
  );
}

function NotFound() {
  return (
    <>
      <PageMeta title="Feedback item not found" noIndex />
      <FeedbackNotFound />
    </>
  );
}

function Feedback({ item }: { item: FeedbackDetail }) {
  const user = useCurrentUser();
  const isAdmin = isAdminOf(user, usePortal().tenantId);
  const isAuthor = user !== null && item.userId === user.id;
  const boards = useQuery(wholeListQuery(boardsApi.list)).data;
  const categories = useQuery(wholeListQuery(categoriesApi.list)).data;
  const commentCount = useCommentCount(item);
  return (
    <div
      className={cn(
        "grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8",
        isAdmin
          ? "lg:grid-cols-[minmax(0,1fr)_17rem] lg:grid-rows-[auto_1fr]"
          : "mx-auto max-w-180",
      )}
    >
      <PageMeta title={item.title} description={item.description} />
      <FeedbackArticle
        item={item}
        board={boards?.find(({ id }) => id === item.boardId)}
        categoryName={categories?.find(({ id }) => id === item.boardCategoryId)?.name}
        commentCount={commentCount}
        voteButton={<VoteButton item={item} size="detail" />}
        badges={
          <>
            <StatusBadge status={item.status} />
            <CategoryBadge category={item.category} />
          </>
        }
        actions={
          <>
            {user ? <FollowButton item={item} /> : <LogInToFollow />}
            {isAuthor && !isAdmin ? (
              <EditFeedbackDialog item={item} isOffered={item.status === "new"} />
            ) : null}
          </>
        }
      />
      {isAdmin ? (
        <div className="lg:sticky lg:top-20 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-start">
          <AdminPanel item={item} />
        </div>
      ) : null}
      <Discussion item={item} commentCount={commentCount} isAdmin={isAdmin} />
    </div>
  );
}

function LogInToFollow() {
  const { pathname, search } = useLocation();
  return (
    <Button asChild variant="secondary" size="sm">
      <a href={loginPath(pathname + search)}>Log in to follow</a>
    </Button>
  );
}

interface DiscussionProps {
  item: FeedbackDetail;
  commentCount: number;
  isAdmin: boolean;
}

/** The comment form, then comments and status changes in chronological order. */
function Discussion({ item, commentCount, isAdmin }: DiscussionProps) {
  const user = useCurrentUser();
  const { pathname, search } = useLocation();
  const [postedId, setPostedId] = useState<number | null>(null);
  const history = useInfiniteQuery(historyQuery(item.id));
  return (
    <div className="flex min-w-0 flex-col gap-8 border-t border-line pt-8">
      <AddComment
        feedbackId={item.id}
        user={user}
        loginHref={loginPath(pathname + search)}
        onPosted={({ id }) => setPostedId(id)}
      />
      <CommentList
        feedbackId={item.id}
        count={commentCount}
        user={user}
        isAdmin={isAdmin}
        postedId={postedId}
        otherEntries={useHistoryEntries(history, isAdmin ? item.id : null)}
      />
      {history.isError && !history.isFetchNextPageError ? (
        <p role="alert" className="flex flex-wrap items-center gap-x-3 text-muted">
          {HISTORY_FAILED}
          <Button
            variant="ghost"
            size="sm"
            pending={history.isFetching}
            onClick={() => void history.refetch()}
          >
            Try again
          </Button>
        </p>
      ) : null}
    </div>
  );
}

const HISTORY_FAILED = "The changes of status could not be loaded.";

/**
 * Returns entries for the loaded status changes. If there are earlier changes, a button that loads
 * them is the first entry.
 * @param managedId id of the item, if the viewer is an admin
 */
function useHistoryEntries(
  history: UseInfiniteQueryResult<{ pages: Page<StatusChange>[] }>,
  managedId: number | null,
): TimelineEntry[] {
  const pages = history.data?.pages ?? [];
  const changes = pages.toReversed().flatMap(({ items }) => items);
  const { firstLoadedId, expectMore } = useFirstLoadedEntry(changes, pages.length);
  const entries = changes.map((change) => ({
    key: `status-${String(change.id)}`,
    createdAt: change.createdAt,
    content: (
      <StatusChangeEntry
        change={change}
        by={authorName(change.user)}
        takesFocus={change.id === firstLoadedId}
      >
        {managedId === null ? null : <NotifiedPeople feedbackId={managedId} changeId={change.id} />}
      </StatusChangeEntry>
    ),
  }));
  const gap = earlierEntry(changes[0], {
    list: history,
    loaded: pages.length,
    label: "Show earlier changes of status",
    errorMessage: HISTORY_FAILED,
    onPress: expectMore,
  });
  return [...gap, ...entries];
}
