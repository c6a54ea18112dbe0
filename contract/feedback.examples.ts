import { exampleUndoToken } from "./fields.ts";
import { exampleUser } from "./users.ts";
import type { ExamplesOf } from "./endpoint.ts";
import type { feedbackApi, FeedbackDetail, FeedbackItem } from "./feedback.ts";
import type { feedbackCsvApi } from "./feedbackCsv.ts";
import type { bulkChangesApi } from "./bulkChanges.ts";
import type { assigneesApi } from "./assignees.ts";

const exampleItem: FeedbackItem = {
  id: 118,
  title: "Dark mode",
  description: "Please let the app follow the phone's dark mode.",
  category: "feature",
  status: "new",
  boardId: 3,
  boardCategoryId: null,
  companyId: 1,
  userId: exampleUser.id,
  isAuthorDeleted: false,
  votes: 17,
  commentsCount: 2,
  hasVoted: false,
  follow: null,
  state: "open",
  assigneeId: null,
  createdAt: "2026-05-05T14:20:00.000Z",
};

export const exampleDetail: FeedbackDetail = {
  ...exampleItem,
  descriptionFormat: "plain",
  excerpt: null,
  author: { fullName: exampleUser.fullName, pictureUrl: exampleUser.pictureUrl },
  assignee: null,
  closedAt: null,
  closeReason: null,
  closeNote: null,
  closeNoteFormat: "plain",
  mergedIntoId: null,
  unnamedVotes: null,
  isImported: false,
};

const exampleParams = { id: exampleItem.id };

export const feedbackExamples: ExamplesOf<typeof feedbackApi> = {
  listFeedback: {
    query: { search: "dark mode", status: "new", sort: "votes" },
    response: [exampleItem],
  },
  listBoardFeedback: {
    params: { boardId: exampleItem.boardId },
    query: { sort: "date", limit: "10" },
    response: [exampleItem],
  },
  submitFeedback: {
    body: {
      title: exampleItem.title,
      description: exampleItem.description,
      boardId: exampleItem.boardId,
      category: "feature",
    },
    response: { ...exampleDetail, votes: 0, commentsCount: 0, follow: "all" },
  },
  readFeedback: { params: exampleParams, response: exampleDetail },
  changeFeedback: {
    params: exampleParams,
    body: { status: "planned", note: "Planned for the next release.", notify: true },
    response: { ...exampleDetail, status: "planned", undoToken: exampleUndoToken },
  },
  removeFeedback: { params: exampleParams },
  castVote: { params: exampleParams, response: { votes: 18, hasVoted: true } },
  listStatusChanges: {
    params: exampleParams,
    response: [
      {
        id: 61,
        fromStatus: "new",
        toStatus: "planned",
        note: "Planned for the **next release**.",
        noteFormat: "markdown",
        user: { fullName: "Alex Adler" },
        isByTeam: true,
        createdAt: "2026-05-06T09:00:00.000Z",
      },
    ],
  },
};

const exampleIds = [exampleItem.id, 121];

export const bulkChangesExamples: ExamplesOf<typeof bulkChangesApi> = {
  changeInBulk: {
    body: { ids: exampleIds, changes: { status: "planned", assigneeId: 2 } },
    response: {
      results: [
        { id: exampleItem.id, changed: true },
        { id: 121, changed: true },
      ],
      undoToken: exampleUndoToken,
    },
  },
};

export const feedbackCsvExamples: ExamplesOf<typeof feedbackCsvApi> = {
  downloadFeedbackCsv: {
    query: { status: "planned" },
    response: "ID,Title,Votes\r\n118,Dark mode,17\r\n",
  },
};

export const assigneesExamples: ExamplesOf<typeof assigneesApi> = {
  listAssignees: { response: [{ id: 2, fullName: "Alex Adler", pictureUrl: null }] },
};
