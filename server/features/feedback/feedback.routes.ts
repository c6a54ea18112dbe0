import { assigneesApi } from "#contract/assignees.ts";
import { bulkChangesApi } from "#contract/bulkChanges.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { similarFeedbackApi } from "#contract/similarFeedback.ts";
import { submissionCheckApi } from "#contract/submissionCheck.ts";
import { feedbackCsvApi } from "#contract/feedbackCsv.ts";
import { findVisibleBoard } from "#server/features/boards/boards.queries.ts";
import {
  companyAdmin,
  confirmedAdmin,
  objectAdmin,
  objectUser,
  objectVisitor,
  portalVisitor,
  submitter,
  writer,
} from "#server/platform/access/guards.ts";
import { EMPTY_PAGE } from "#server/platform/http/keysetCursor.ts";
import { byAccount } from "#server/platform/routing/callLimits.ts";
import { route } from "#server/platform/routing/route.ts";
import { listAssignees } from "./assignees.queries.ts";
import { castVote } from "./castVote.ts";
import { changeFeedback } from "./changeFeedback.ts";
import { changeInBulk } from "./changeInBulk.ts";
import { csvLimit, downloadFeedbackCsv } from "./downloadFeedbackCsv.ts";
import { readFeedback } from "./readFeedback.ts";
import { listUpdatedItemsPage } from "./listUpdatedItemsPage.ts";
import { checkListQuery, listFeedbackPage } from "./listFeedbackPage.ts";
import { listStatusChangesPage } from "./listStatusChangesPage.ts";
import { removeFeedback } from "./removeFeedback.ts";
import { listSimilarToItem, listSimilarToTitle } from "./similarFeedback.ts";
import { challengeLimit, readSubmissionCheck } from "./submissionCheck.ts";
import { submissionLimits, submitFeedback } from "./submitFeedback.ts";

/** Limits bulk changes, because each of them locks up to 500 items. */
const bulkLimit = byAccount({ name: "bulk-account", attempts: 300, windowSeconds: 60 * 60 });

export const feedbackRoutes = [
  route(feedbackApi.list, portalVisitor, async ({ db, visibility, query, isAbandoned }) => {
    if (!db || !visibility) return EMPTY_PAGE;
    const { updatedSince } = query;
    return updatedSince === undefined
      ? listFeedbackPage(db, visibility, query, isAbandoned)
      : listUpdatedItemsPage(db, visibility, { ...query, updatedSince });
  }),
  route(feedbackApi.listOnBoard, objectVisitor, async (context) => {
    const { db, visibility, query, params, isAbandoned } = context;
    // The query is checked before the board is looked up, so that an invalid query gets the same
    // response whether or not the board exists.
    checkListQuery(query, visibility);
    // Items are read only for a visible board, so that the response time does not reveal whether a
    // private board exists.
    const board = await db.first(findVisibleBoard, { ...visibility, boardId: params.boardId });
    if (!board) throw context.notFound();
    return listFeedbackPage(db, visibility, { ...query, boardId: [board.id] }, isAbandoned);
  }),
  route(feedbackApi.create, submitter, submitFeedback, ...submissionLimits),
  route(submissionCheckApi.get, submitter, readSubmissionCheck, challengeLimit),
  route(feedbackApi.get, objectVisitor, readFeedback),
  route(feedbackApi.update, objectUser, changeFeedback),
  route(feedbackApi.remove, objectAdmin, removeFeedback),
  route(feedbackApi.vote, writer, castVote),
  route(feedbackApi.history, portalVisitor, listStatusChangesPage),
  route(similarFeedbackApi.toTitle, portalVisitor, listSimilarToTitle),
  route(similarFeedbackApi.toItem, objectVisitor, listSimilarToItem),
  route(bulkChangesApi.change, companyAdmin, changeInBulk, bulkLimit),
  route(feedbackCsvApi.download, confirmedAdmin, downloadFeedbackCsv, csvLimit),
  route(assigneesApi.list, companyAdmin, ({ database, tenantId: companyId }) =>
    database.system.all(listAssignees, { companyId }),
  ),
];
