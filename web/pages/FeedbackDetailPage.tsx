import type { ComponentProps } from "react";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocation, useParams } from "#web/app/navigation/NavigationContext.tsx";
import { boardsApi } from "#contract/boards.ts";
import { categoriesApi } from "#contract/categories.ts";
import type { FeedbackDetail } from "#contract/feedback.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { mergingApi } from "#contract/merging.ts";
import { apiQuery, wholeListQuery } from "#web/app/api/apiQuery.ts";
import { useCurrentUser, usePortal, useShownCompany } from "#web/app/api/SessionContext.tsx";
import { isAdminOf } from "#web/app/api/session.ts";
import { loginPath } from "#web/features/auth/safeReturnPath.ts";
import { authorName } from "#web/features/comments/authorName.ts";
import { commentsQuery } from "#web/features/comments/commentsQuery.ts";
import { Discussion } from "#web/features/comments/Discussion.tsx";
import { TeamBadge } from "#web/features/comments/TeamBadge.tsx";
import type { CommentCount } from "#web/features/comments/useCommentCount.ts";
import { useCommentCount } from "#web/features/comments/useCommentCount.ts";
import { CategoryBadge } from "#web/features/feedback/CategoryBadge.tsx";
import { StatusBadge } from "#web/features/feedback/StatusBadge.tsx";
import { VoteButton } from "#web/features/feedback/VoteButton.tsx";
import { BackLink } from "#web/features/feedbackDetail/BackLink.tsx";
import { cachedItem } from "#web/features/feedbackDetail/cachedItem.ts";
import { FeedbackArticle } from "#web/features/feedbackDetail/FeedbackArticle.tsx";
import { FeedbackDetailSkeleton } from "#web/features/feedbackDetail/FeedbackDetailSkeleton.tsx";
import { historyQuery } from "#web/features/feedbackDetail/historyQuery.ts";
import { OfficialNote } from "#web/features/feedbackDetail/OfficialNote.tsx";
import { MERGED_FROM, targetAddress } from "#web/features/feedbackDetail/targetAddress.ts";
import { StateNotice } from "#web/features/feedbackDetail/StateNotice.tsx";
import { StatusChangeEntry } from "#web/features/feedbackDetail/StatusChangeEntry.tsx";
import { useIsDeleting } from "#web/features/feedbackDetail/useIsDeleting.ts";
import { useLeadToTarget } from "#web/features/feedbackDetail/useLeadToTarget.ts";
import { itemReportsQuery } from "#web/features/moderation/itemReportsQuery.ts";
import { PageContainer } from "#web/app/layout/PageContainer.tsx";
import { PageMeta } from "#web/app/layout/PageMeta.tsx";
import { Button } from "#web/ui/Button.tsx";
import { cn } from "#web/ui/cn.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { idlePart } from "#web/ui/idlePart.tsx";
import { lazyPart } from "#web/ui/lazyPart.tsx";
import type { MovedPage, PageContext } from "./pageModule.ts";

// Signed-out visitors need the following parts only after the first display or not at all, so the
// parts are loaded on demand.
const loadAdminParts = () => import("#web/features/feedbackDetail/adminParts.ts");
const loadModeration = () => import("#web/features/moderation/itemParts.ts");
const AdminPanel = lazyPart(async () => {
  const [{ AdminPanel: Panel }, { StateActions }, { BlockDialog }] = await Promise.all([
    loadAdminParts(),
    import("#web/features/feedback/triage/StateActions.tsx"),
    loadModeration(),
  ]);
  return (props: Omit<ComponentProps<typeof Panel>, "stateActions" | "BlockDialog">) => (
    <Panel {...props} stateActions={<StateActions item={props.item} />} BlockDialog={BlockDialog} />
  );
});
const ItemReports = lazyPart(async () => {
  const [{ DeleteFeedback }, { ItemReports: Reports }] = await Promise.all([
    import("#web/features/feedbackDetail/DeleteFeedback.tsx"),
    loadModeration(),
  ]);
  return ({ item }: { item: FeedbackDetail }) => (
    <Reports feedbackId={item.id} deleteItem={<DeleteFeedback item={item} />} />
  );
});
const ItemNeighbors = idlePart(async () => (await loadAdminParts()).ItemNeighbors);
const NotifiedPeople = lazyPart(async () => (await loadAdminParts()).NotifiedPeople);
const FollowButton = lazyPart(
  async () => (await import("#web/features/feedback/FollowButton.tsx")).FollowButton,
);
const SimilarToItem = lazyPart(
  async () => (await import("#web/features/feedback/SimilarToItem.tsx")).SimilarToItem,
);
const EditFeedbackDialog = lazyPart(
  async () =>
    (await import("#web/features/feedbackDetail/EditFeedbackDialog.tsx")).EditFeedbackDialog,
);
const ReportPost = lazyPart(
  async () => (await import("#web/features/feedback/ReportPost.tsx")).ReportPost,
);
// The code is loaded on demand, because most visitors open existing items.
const FeedbackNotFound = lazyPart(
  async () => (await import("#web/features/feedbackDetail/FeedbackNotFound.tsx")).FeedbackNotFound,
);

/**
 * The page /feedback/{id} with one item, its comments and its history (docs/specification.md
 * "Feedback detail (/feedback/{id})").
 */
export function Component() {
  const feedbackId = parseFeedbackId(useParams()["id"]);
  const { tenantId } = usePortal();
  const isAdmin = isAdminOf(useCurrentUser(), tenantId);
  return (
    <PageContainer>
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
 * Preloads the item with its comments and its history, the boards and the categories. For admins,
 * also preloads the item's reports. For admins, and for everyone who was redirected from an item
 * that was merged into this item, also preloads the list of the merged items. Nothing is fetched if
 * the id is invalid, or if neither the host nor the user has a company. If the item was merged into
 * another item, returns the URL of that other item.
 */
export async function preloads(context: PageContext): Promise<404 | MovedPage | void> {
  const { client, params, search, portal, user } = context;
  const feedbackId = parseFeedbackId(params["id"]);
  if (feedbackId === null || portal.tenantId === null) return 404;
  const input = { params: { id: feedbackId } };
  const itemQuery = apiQuery(feedbackApi.get, input);
  const isAdmin = isAdminOf(user, portal.tenantId);
  await Promise.allSettled([
    client.query(itemQuery),
    client.infiniteQuery(historyQuery(feedbackId)),
    client.infiniteQuery(commentsQuery(feedbackId)),
    client.query(wholeListQuery(boardsApi.list)),
    client.query(wholeListQuery(categoriesApi.list)),
    (isAdmin || search.has(MERGED_FROM)) && client.query(apiQuery(mergingApi.list, input)),
    isAdmin && client.query(itemReportsQuery(feedbackId)),
  ]);
  const targetId = client.getQueryData(itemQuery.queryKey)?.mergedIntoId;
  return targetId ? { movedTo: targetAddress({ feedbackId, targetId }, search) } : undefined;
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
  const targetId = data?.mergedIntoId ?? null;
  useLeadToTarget(feedbackId, targetId);
  const isDeleting = useIsDeleting(feedbackId);
  if (error?.status === 404 && !isDeleting) return <NotFound />;
  if (data && targetId === null) return <Feedback item={data} />;
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

/** The buttons with which the user follows, edits or reports the item. */
function ItemActions({ item, isAdmin }: { item: FeedbackDetail; isAdmin: boolean }) {
  const user = useCurrentUser();
  if (!user) return <LogInToFollow />;
  const isAuthor = item.userId === user.id;
  return (
    <>
      <FollowButton item={item} />
      {isAuthor && !isAdmin ? (
        <EditFeedbackDialog item={item} isOffered={item.status === "new"} />
      ) : null}
      {isAuthor || isAdmin ? null : <ReportPost feedbackId={item.id} subject="this feedback" />}
    </>
  );
}

function Feedback({ item }: { item: FeedbackDetail }) {
  const isAdmin = isAdminOf(useCurrentUser(), usePortal().tenantId);
  const boards = useQuery(wholeListQuery(boardsApi.list)).data ?? [];
  const categories = useQuery(wholeListQuery(categoriesApi.list)).data ?? [];
  const board = boards.find(({ id }) => id === item.boardId);
  const company = useShownCompany();
  const commentCount = useCommentCount(item);
  return (
    <div
      className={cn(
        "grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8",
        isAdmin
          ? "justify-between lg:grid-cols-[minmax(0,49rem)_17rem] lg:grid-rows-[auto_1fr]"
          : "max-w-180",
      )}
    >
      <PageMeta title={item.title} description={item.description} />
      <div className="flex min-w-0 flex-col gap-4">
        <StateNotice item={item} />
        {isAdmin ? <ItemReports item={item} /> : null}
        <FeedbackArticle
          item={item}
          board={board}
          categoryName={categories.find(({ id }) => id === item.boardCategoryId)?.name}
          commentCount={commentCount.comments}
          noteCount={commentCount.notes}
          by={item.author ? authorName(item.author) : undefined}
          address={isAdmin ? item.author?.username : undefined}
          audience={
            board?.isPrivate ? `Only admins of ${company?.name ?? ""} can see this` : undefined
          }
          note={<LatestNote feedbackId={item.id} />}
          voteButton={<VoteButton item={item} size="detail" />}
          badges={
            <>
              <StatusBadge status={item.status} />
              <CategoryBadge category={item.category} />
            </>
          }
          actions={<ItemActions item={item} isAdmin={isAdmin} />}
        />
      </div>
      {isAdmin ? (
        <div className="[scrollbar-width:none] lg:sticky lg:top-20 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:max-h-[calc(100dvh-6rem)] lg:self-start lg:overflow-y-auto">
          <AdminPanel item={item} />
        </div>
      ) : null}
      <ItemDiscussion item={item} commentCount={commentCount} isAdmin={isAdmin} />
    </div>
  );
}

/**
 * Shows the newest note of a status change. Renders nothing if no loaded status change has a note.
 */
function LatestNote({ feedbackId }: { feedbackId: number }) {
  const { data } = useInfiniteQuery(historyQuery(feedbackId));
  const newestFirst = data?.pages.flatMap(({ items }) => items.toReversed()) ?? [];
  const change = newestFirst.find(({ note }) => note);
  return change ? (
    <OfficialNote
      change={change}
      by={
        <>
          <StatusBadge status={change.toStatus} />
          <bdi>{authorName(change.user)}</bdi>
          {change.isByTeam ? <TeamBadge /> : null}
        </>
      }
    />
  ) : null;
}

function LogInToFollow() {
  const { pathname, search } = useLocation();
  return (
    <Button asChild variant="secondary">
      <a href={loginPath(pathname + search)}>Log in to follow</a>
    </Button>
  );
}

interface ItemDiscussionProps {
  item: FeedbackDetail;
  commentCount: CommentCount;
  isAdmin: boolean;
}

function ItemDiscussion({ item, commentCount, isAdmin }: ItemDiscussionProps) {
  const { pathname, search } = useLocation();
  return (
    <Discussion
      item={item}
      commentCount={commentCount}
      isAdmin={isAdmin}
      loginHref={loginPath(pathname + search)}
      history={useInfiniteQuery(historyQuery(item.id))}
      renderReport={({ id, user }) => (
        <ReportPost
          feedbackId={item.id}
          commentId={id}
          subject={`the comment by ${authorName(user)}`}
        />
      )}
      renderChange={(change, takesFocus) => (
        <StatusChangeEntry
          change={change}
          isAdmin={isAdmin}
          by={authorName(change.user)}
          teamBadge={change.isByTeam ? <TeamBadge /> : null}
          takesFocus={takesFocus}
        >
          {isAdmin ? <NotifiedPeople feedbackId={item.id} changeId={change.id} /> : null}
        </StatusChangeEntry>
      )}
    >
      <SimilarToItem feedbackId={item.id} />
    </Discussion>
  );
}
