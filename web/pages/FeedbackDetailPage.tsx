import type { FeedbackDetail } from "#contract/feedback.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import { useLocation } from "#web/app/navigation/NavigationContext.tsx";
import { loginPath } from "#web/features/auth/signInPaths.ts";
import { MERGED_FROM } from "#web/features/feedback/item/mergeTarget.ts";
import { useFollow } from "#web/features/feedback/useFollow.ts";
import { ShareButton } from "#web/features/feedback/item/ShareButton.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Bell } from "#web/ui/icons.ts";
import { insteadOfLink } from "#web/ui/plainClick.ts";
import { lazyPart } from "#web/ui/lazyPart.tsx";
import { ItemScreen, preloadItem } from "./ItemScreen.tsx";
import type { MovedPage, PageContext } from "./pageModule.ts";

// Signed-out visitors need the following parts only after the first display or not at all. With
// them, the page would exceed its budget by 45 kB.
const CommentForm = lazyPart(
  async () => (await import("#web/features/comments/CommentForm.tsx")).CommentForm,
);
const CustomerActions = lazyPart(
  async () => (await import("#web/features/feedback/item/CustomerActions.tsx")).CustomerActions,
);

/** The page /feedback/{id} for visitors and customers. */
export function Component() {
  return (
    <ItemScreen
      renderActions={(item) => <Actions item={item} />}
      renderReport={(comment) => <CustomerActions comment={comment} />}
      renderCommentForm={(form) => <CommentForm {...form} />}
    />
  );
}

/** The buttons with which a visitor follows, shares, edits or reports the item. */
function Actions({ item }: { item: FeedbackDetail }) {
  if (useCurrentUser()) return <CustomerActions item={item} />;
  return (
    <>
      <FollowAfterLogin item={item} />
      <ShareButton title={item.title} />
    </>
  );
}

/**
 * Preloads the item. For everyone who was redirected from an item that was merged into this item,
 * also preloads the list of the merged items.
 */
export function preloads(context: PageContext): Promise<404 | MovedPage | void> {
  return preloadItem(context, (id) =>
    context.search.has(MERGED_FROM)
      ? [context.client.query(apiQuery("/api/feedback/:id/merged", { params: { id } }))]
      : [],
  );
}

/** Lets a signed-out visitor follow the item. Without JavaScript, the link leads to the login. */
function FollowAfterLogin({ item }: { item: FeedbackDetail }) {
  const { pathname, search } = useLocation();
  const { choose } = useFollow(item);
  return (
    <Button asChild variant="secondary" size="sm" className="grow">
      <a href={loginPath(pathname + search)} onClick={insteadOfLink(() => choose("all"))}>
        <Bell aria-hidden="true" className="text-muted" />
        Follow
      </a>
    </Button>
  );
}
