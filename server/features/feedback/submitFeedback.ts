import type { feedbackApi, FeedbackDetail } from "#contract/feedback.ts";
import { writtenText } from "#contract/markdown/writtenText.ts";
import {
  attachPictures,
  hasPictures,
} from "#server/features/attachedPictures/attachPictures.queries.ts";
import { isForeignKeyViolation } from "#server/platform/db/errors.ts";
import { NOBODY } from "#server/platform/activity/activityLog.ts";
import type { CallLimit } from "#server/platform/routing/callLimits.ts";
import {
  byAccount,
  byAnonymousSubscriber,
  exempting,
} from "#server/platform/routing/callLimits.ts";
import type { TenantContext } from "#server/platform/access/guards.ts";
import { isAnonymous } from "#server/platform/access/isAnonymous.ts";
import { forbidden, invalid, notFound } from "#server/platform/http/httpError.ts";
import type { Limit } from "#server/platform/throttle/throttle.ts";
import { isAdminOf } from "#server/platform/access/users.policy.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import type { StoredItem } from "./itemColumns.queries.ts";
import { insertFeedback } from "./feedback.queries.ts";
import { passesCheck } from "./submissionCheck.ts";

const ANONYMOUS: Limit = { name: "anonymous-feedback-ip", attempts: 30, windowSeconds: 60 * 60 };
const PER_ACCOUNT: Limit = { name: "feedback-account", attempts: 100, windowSeconds: 60 * 60 };

/** Rate limits of submissions. Admins can enter feedback from other sources without a limit. */
export const submissionLimits: readonly CallLimit[] = [
  byAnonymousSubscriber(ANONYMOUS),
  exempting(byAccount(PER_ACCOUNT), ({ viewer, tenantId }) => isAdminOf(viewer, tenantId)),
];

/**
 * Submits a new item to a board. If the item waits for approval, the activity is recorded when the
 * item is approved. The item's status is `new` unless an admin sets another status
 * (docs/product-decisions.md "Feedback").
 */
export async function submitFeedback(
  context: Handled<typeof feedbackApi.create, TenantContext>,
): Promise<FeedbackDetail> {
  const { db, tenantId, viewer, apiKey, visibility, origin, body, response } = context;
  if (body.companyId !== undefined && body.companyId !== tenantId) throw forbidden();
  const status = isAdminOf(viewer, tenantId) ? (body.status ?? "new") : "new";
  const isSuspected = isAnonymous(context) && !(await passesCheck(context, body));
  try {
    const pending = response.pendingFor("item_submitted");
    const isSingle =
      !hasPictures(body.description) &&
      !response.writesFor("item_submitted") &&
      response.pendingFor("post_waiting") === NOBODY;
    const { plain: description, markdown: descriptionMarkdown } = writtenText(body.description);
    const text = { description, descriptionMarkdown };
    const stored = { ...body, ...text, ...visibility, status, isSuspected, origin, pending };
    return await db.transaction(
      async (transaction) => {
        const inserted = await transaction.first(insertFeedback, stored);
        if (!inserted) throw notFound("Board not found");
        const item = asAuthorSees(inserted, viewer);
        const { id: feedbackId, boardId, isPrivate } = item;
        await attachPictures(
          transaction,
          apiKey?.accountId ?? viewer?.id ?? null,
          { feedbackId, part: "description" },
          { field: "description", source: body.description },
        );
        const place = { feedbackId, boardId, isPrivate };
        await response.record(
          transaction,
          item.state === "pending"
            ? { kind: "post_waiting", ...place, data: { commentId: null } }
            : { kind: "item_submitted", ...place, data: {}, isStored: true },
        );
        return item;
      },
      { isSingle },
    );
  } catch (error) {
    // The board was deleted between the look-up and the insertion of the item.
    if (isForeignKeyViolation(error, "feedback_item_company_id_board_id_fkey"))
      throw notFound("Board not found");
    if (isForeignKeyViolation(error, "feedback_item_company_id_board_category_id_fkey")) {
      throw invalid({ boardCategoryId: ["Unknown category"] });
    }
    throw error;
  }
}

/** Returns what the response shows of a new item, even if its author cannot see it later. */
function asAuthorSees<Item extends StoredItem>(item: Item, viewer: TenantContext["viewer"]) {
  return {
    ...item,
    hasVoted: false,
    follow: viewer && ("all" as const),
    author: viewer && {
      fullName: viewer.fullName,
      username: viewer.username,
      pictureUrl: viewer.pictureUrl,
    },
    isImported: false,
    assignee: null,
    closedAt: null,
    closeReason: null,
    closeNote: null,
    closeNoteFormat: "plain" as const,
    unnamedVotes: null,
    mergedIntoId: null,
    changelogEntry: null,
  };
}
