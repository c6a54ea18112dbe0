import { assigneesApi } from "#contract/assignees.ts";
import { bulkChangesApi } from "#contract/bulkChanges.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { similarFeedbackApi } from "#contract/similarFeedback.ts";
import { submissionCheckApi } from "#contract/submissionCheck.ts";
import { feedbackCsvApi } from "#contract/feedbackCsv.ts";
import { findVisibleBoard } from "#server/features/boards/boards.queries.ts";
import {
  companyAdmin,
  objectAdmin,
  portalVisitor,
  signedIn,
  submitter,
  writer,
} from "#server/platform/access/guards.ts";
import { notFound } from "#server/platform/http/httpError.ts";
import { EMPTY_PAGE } from "#server/platform/http/keysetCursor.ts";
import { requireTenant } from "#server/platform/access/requireTenant.ts";
import { byAccount } from "#server/platform/routing/callLimits.ts";
import { route } from "#server/platform/routing/route.ts";
import { listAssignees } from "./assignees.queries.ts";
import { castVote } from "./castVote.ts";
import { changeFeedback } from "./changeFeedback.ts";
import { changeInBulk } from "./changeInBulk.ts";
import { csvLimit, downloadFeedbackCsv } from "./downloadFeedbackCsv.ts";
import { findItem } from "./findItem.ts";
import { checkListQuery, listFeedbackPage } from "./listFeedbackPage.ts";
import { listStatusChangesPage } from "./listStatusChangesPage.ts";
import { removeFeedback } from "./removeFeedback.ts";
import { listSimilarToItem, listSimilarToTitle } from "./similarFeedback.ts";
import { challengeLimit, readSubmissionCheck } from "./submissionCheck.ts";
import { submissionLimits, submitFeedback } from "./submitFeedback.ts";

/** Limits bulk changes, because each of them locks up to 500 items. */
const bulkLimit = byAccount({ name: "bulk-account", attempts: 300, windowSeconds: 60 * 60 });

export const feedbackRoutes = [
  route(feedbackApi.list, portalVisitor, async ({ db, visibility, query }) =>
    db && visibility ? listFeedbackPage(db, visibility, query) : EMPTY_PAGE,
  ),
  route(feedbackApi.listOnBoard, portalVisitor, async (context) => {
    const { query, params } = context;
    const { notFound: message } = feedbackApi.listOnBoard;
    const { db, visibility } = requireTenant(context, message);
    // The query is checked before the board is looked up, so that an invalid query gets the same
    // response whether or not the board exists.
    checkListQuery(query, visibility);
    // Items are read only for a visible board, so that the response time does not reveal whether a
    // private board exists.
    const board = await db.first(findVisibleBoard, { ...visibility, boardId: params.boardId });
    if (!board) throw notFound(message);
    return listFeedbackPage(db, visibility, { ...query, boardId: board.id });
  }),
  route(feedbackApi.create, submitter, submitFeedback, ...submissionLimits),
  route(submissionCheckApi.get, submitter, readSubmissionCheck, challengeLimit),
  route(feedbackApi.get, portalVisitor, (context) => findItem(context, context.params.id)),
  route(feedbackApi.update, signedIn, changeFeedback),
  route(feedbackApi.remove, objectAdmin, removeFeedback),
  route(feedbackApi.vote, writer, castVote),
  route(feedbackApi.history, portalVisitor, listStatusChangesPage),
  route(similarFeedbackApi.toTitle, portalVisitor, listSimilarToTitle),
  route(similarFeedbackApi.toItem, portalVisitor, listSimilarToItem),
  route(bulkChangesApi.change, companyAdmin, changeInBulk, bulkLimit),
  route(feedbackCsvApi.download, companyAdmin, downloadFeedbackCsv, csvLimit),
  route(assigneesApi.list, companyAdmin, ({ database, tenantId: companyId }) =>
    database.system.all(listAssignees, { companyId }),
  ),
];
