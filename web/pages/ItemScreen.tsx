import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Comment } from "#contract/comments.ts";
import type { Page } from "#contract/endpoint.ts";
import type { FeedbackDetail, StatusChange } from "#contract/feedback.ts";
import { apiQuery, wholeListQuery } from "#web/app/api/apiQuery.ts";
import { isAdminOf } from "#web/app/api/session.ts";
import { useCurrentUser, usePortal, useShownCompany } from "#web/app/api/SessionContext.tsx";
import { PageContainer } from "#web/app/layout/PageContainer.tsx";
import { PageMeta } from "#web/app/layout/PageMeta.tsx";
import { useLocation, useParams } from "#web/app/navigation/NavigationContext.tsx";
import { loginPath } from "#web/features/auth/signInPaths.ts";
import type { CommentFormSlot, DiscussionProps } from "#web/features/comments/Discussion.tsx";
import { Discussion } from "#web/features/comments/Discussion.tsx";
import type { CommentCount } from "#web/features/comments/useComments.ts";
import { commentsQuery, useCommentCount } from "#web/features/comments/useComments.ts";
import { VoteButton } from "#web/features/feedback/VoteButton.tsx";
import { BackLink } from "#web/features/feedback/item/BackLink.tsx";
import {
  FeedbackDetailSkeleton,
  ItemHeading,
  ItemText,
} from "#web/features/feedback/item/FeedbackArticle.tsx";
import { ItemProperties } from "#web/features/feedback/item/ItemProperties.tsx";
import {
  cachedItem,
  historyQuery,
  useIsDeleting,
} from "#web/features/feedback/item/itemQueries.ts";
import { targetAddress, useLeadToTarget } from "#web/features/feedback/item/mergeTarget.ts";
import { StateNotice } from "#web/features/feedback/item/StateNotice.tsx";
import { StatusChangeEntry } from "#web/features/feedback/item/StatusChangeEntry.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { lazyPart } from "#web/ui/lazyPart.tsx";
import type { MovedPage, PageContext } from "./pageModule.ts";

const SimilarToItem = lazyPart(
  async () => (await import("#web/features/feedback/SimilarItems.tsx")).SimilarToItem,
);
// The code is loaded on demand, because few users have imported items.
const DisownButton = lazyPart(
  async () => (await import("#web/features/comments/DisownButton.tsx")).DisownButton,
);
// The code is loaded on demand, because most visitors open existing items.
const RejectedPosts = lazyPart(
  async () => (await import("#web/features/notifications/RejectedPosts.tsx")).RejectedPosts,
);
const ItemNotFound = lazyPart(async () => (await import("./ItemNotFound.tsx")).ItemNotFound);

/** The parts in which the forms of the page differ. */
interface ItemScreenProps {
  /** Shown beside the back link. */
  renderNeighbors?: (feedbackId: number) => ReactNode;
  /** Shown above the item. */
  renderReports?: (item: FeedbackDetail) => ReactNode;
  /** The item's properties; by default, they cannot be changed. */
  renderProperties?: (item: FeedbackDetail) => ReactNode;
  /** The buttons below the properties. */
  renderActions: (item: FeedbackDetail) => ReactNode;
  /** Shown below the buttons. */
  renderMore?: (item: FeedbackDetail) => ReactNode;
  renderCommentForm: (form: CommentFormSlot) => ReactNode;
  /** The menu that reports a comment. */
  renderReport?: (comment: Comment) => ReactNode;
  /** Shown below a change of status. */
  renderNotified?: (ids: { feedbackId: number; changeId: number }) => ReactNode;
}

/**
 * One item with its comments and its history (docs/specification.md "Feedback detail
 * (/feedback/{id})").
 */
export function ItemScreen(props: ItemScreenProps) {
  const feedbackId = parseFeedbackId(useParams()["id"]);
  const { tenantId } = usePortal();
  return (
    <PageContainer>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2 print:hidden">
        <BackLink />
        {feedbackId === null ? null : props.renderNeighbors?.(feedbackId)}
      </div>
      {feedbackId === null || tenantId === null ? (
        <ItemNotFound />
      ) : (
        <LoadedFeedback key={feedbackId} feedbackId={feedbackId} {...props} />
      )}
    </PageContainer>
  );
}

/**
 * Preloads the item with its comments and its history, the boards and the categories, and starts the
 * queries of a form of the page. Nothing is fetched if the id is invalid, or if neither the host nor
 * the user has a company. If the item was merged into another item, returns the URL of that other
 * item.
 */
export async function preloadItem(
  { client, params, search, portal }: PageContext,
  startOwn: (feedbackId: number) => readonly Promise<unknown>[],
): Promise<404 | MovedPage | void> {
  const feedbackId = parseFeedbackId(params["id"]);
  if (feedbackId === null || portal.tenantId === null) return 404;
  const itemQuery = apiQuery("/api/feedback/:id", { params: { id: feedbackId } });
  await Promise.allSettled([
    client.query(itemQuery),
    client.infiniteQuery(historyQuery(feedbackId)),
    client.infiniteQuery(commentsQuery(feedbackId)),
    client.query(wholeListQuery("/api/boards")),
    client.query(wholeListQuery("/api/categories")),
    ...startOwn(feedbackId),
  ]);
  const targetId = client.getQueryData(itemQuery.queryKey)?.mergedIntoId;
  return targetId ? { movedTo: targetAddress({ feedbackId, targetId }, search) } : undefined;
}

/** Returns the item's id, or null if the path parameter is not a positive integer. */
function parseFeedbackId(param: string | undefined): number | null {
  return param !== undefined && /^[1-9]\d{0,14}$/.test(param) ? Number(param) : null;
}

function LoadedFeedback({ feedbackId, ...parts }: ItemScreenProps & { feedbackId: number }) {
  const client = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery({
    ...apiQuery("/api/feedback/:id", { params: { id: feedbackId } }),
    placeholderData: () => cachedItem(client, feedbackId),
  });
  const targetId = data?.mergedIntoId ?? null;
  useLeadToTarget(feedbackId, targetId);
  const isDeleting = useIsDeleting(feedbackId);
  if (error?.status === 404 && !isDeleting) return <ItemNotFound feedbackId={feedbackId} />;
  if (data && targetId === null) return <Feedback item={data} {...parts} />;
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

function Feedback({ item, ...parts }: ItemScreenProps & { item: FeedbackDetail }) {
  const boards = useQuery(wholeListQuery("/api/boards")).data ?? [];
  const categories = useQuery(wholeListQuery("/api/categories")).data ?? [];
  const board = boards.find(({ id }) => id === item.boardId);
  const topic = categories.find(({ id }) => id === item.boardCategoryId)?.name;
  const company = useShownCompany();
  const commentCount = useCommentCount(item);
  const history = useInfiniteQuery(historyQuery(item.id));
  const pinned = newestWithNote(history.data?.pages);
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] justify-between gap-x-12 gap-y-5 lg:grid-cols-[minmax(0,47rem)_21rem] lg:grid-rows-[auto_1fr]">
      <PageMeta title={item.title} description={item.excerpt ?? item.description} />
      <ItemHeading
        item={item}
        count={commentCount}
        audience={
          board?.isPrivate ? `Only admins of ${company?.name ?? ""} can see this` : undefined
        }
      >
        <StateNotice item={item} />
        {parts.renderReports?.(item)}
      </ItemHeading>
      {/* On narrow screens, the first part is above the text and the second part below it. */}
      <div className="-m-1 flex flex-col gap-5 p-1 [scrollbar-width:none] max-lg:contents lg:sticky lg:top-20 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:max-h-[calc(100dvh-6rem)] lg:self-start lg:overflow-y-auto">
        <section aria-label="Details" className="flex flex-col gap-4">
          <div className="flex items-center gap-4 lg:grid lg:grid-cols-1">
            <VoteButton item={item} size="detail" />
            {parts.renderProperties?.(item) ?? (
              <ItemProperties item={item} board={board} topic={topic} />
            )}
          </div>
          <div className="flex max-w-md flex-wrap items-center gap-2 print:hidden">
            {parts.renderActions(item)}
            {item.isImported ? <DisownButton feedbackId={item.id} post={item} /> : null}
          </div>
        </section>
        {/* Invisible in a page of which the text has not arrived yet, because the text moves it. */}
        <div className="order-last flex flex-col gap-5 [:last-child>&]:invisible">
          {parts.renderMore?.(item)}
          <SimilarToItem feedbackId={item.id} />
        </div>
      </div>
      <div className="flex min-w-0 flex-col gap-8">
        <ItemText item={item} pinned={pinned} />
        <ItemDiscussion
          {...parts}
          item={item}
          commentCount={commentCount}
          history={history}
          pinnedId={pinned?.id}
        />
      </div>
    </article>
  );
}

/** Returns the newest status change with a note; undefined if no loaded change has a note. */
function newestWithNote(pages: readonly Page<StatusChange>[] = []): StatusChange | undefined {
  return pages.flatMap(({ items }) => items.toReversed()).find(({ note }) => note);
}

interface ItemDiscussionProps extends ItemScreenProps {
  item: FeedbackDetail;
  commentCount: CommentCount;
  history: DiscussionProps["history"];
  /** The status change whose note is shown below the item's description. */
  pinnedId: number | undefined;
}

function ItemDiscussion({ item, commentCount, history, pinnedId, ...parts }: ItemDiscussionProps) {
  const { pathname, search } = useLocation();
  const user = useCurrentUser();
  const isAdmin = isAdminOf(user, usePortal().tenantId);
  return (
    <Discussion
      item={item}
      commentCount={commentCount}
      isAdmin={isAdmin}
      loginHref={loginPath(pathname + search)}
      history={history}
      renderReport={parts.renderReport}
      rejected={user && !isAdmin ? <RejectedPosts feedbackId={item.id} /> : null}
      renderCommentForm={parts.renderCommentForm}
      renderChange={(change, takesFocus) => (
        <StatusChangeEntry
          change={change}
          isAdmin={isAdmin}
          isPinned={change.id === pinnedId}
          takesFocus={takesFocus}
        >
          {parts.renderNotified?.({ feedbackId: item.id, changeId: change.id })}
        </StatusChangeEntry>
      )}
    />
  );
}
