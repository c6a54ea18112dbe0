import type { assigneesApi } from "../assignees.ts";
import type { bulkChangesApi } from "../bulkChanges.ts";
import type { feedbackCsvApi } from "../feedbackCsv.ts";
import type { feedbackApi, FeedbackDetail, FeedbackItem } from "../feedback.ts";
import type { ExamplesOf } from "./example.ts";
import { user } from "./users.ts";

const item: FeedbackItem = {
  id: 118,
  title: "Dark mode",
  description: "Please let the app follow the phone's dark mode.",
  category: "feature",
  status: "new",
  boardId: 3,
  boardCategoryId: null,
  companyId: 1,
  userId: user.id,
  isAuthorDeleted: false,
  votes: 17,
  commentsCount: 2,
  hasVoted: false,
  follow: null,
  state: "open",
  assigneeId: null,
  createdAt: "2026-05-05T14:20:00.000Z",
};

export const detail: FeedbackDetail = {
  ...item,
  author: { fullName: user.fullName },
  assignee: null,
  closedAt: null,
  closeReason: null,
  closeNote: null,
  mergedIntoId: null,
  unnamedVotes: null,
};

/** The token with which an example of a call is undone. */
export const undoToken = "kR3vJ0x8Qm2ZpT7bYc1LdWf6NhUa9EsGoXi4BtVyPqA";

const params = { id: item.id };

export const feedbackExamples: ExamplesOf<typeof feedbackApi> = {
  listFeedback: { query: { search: "dark mode", status: "new", sort: "votes" }, response: [item] },
  listBoardFeedback: {
    params: { boardId: item.boardId },
    query: { sort: "date", limit: "10" },
    response: [item],
  },
  submitFeedback: {
    body: {
      title: item.title,
      description: item.description,
      boardId: item.boardId,
      category: "feature",
    },
    response: { ...detail, votes: 0, commentsCount: 0, follow: "all" },
  },
  readFeedback: { params, response: detail },
  changeFeedback: {
    params,
    body: { status: "planned", note: "Planned for the next release.", notify: true },
    response: { ...detail, status: "planned", undoToken },
  },
  removeFeedback: { params },
  castVote: { params, response: { votes: item.votes + 1, hasVoted: true } },
  listStatusChanges: {
    params,
    response: [
      {
        id: 61,
        fromStatus: "new",
        toStatus: "planned",
        note: "Planned for the next release.",
        user: { fullName: "Alex Adler" },
        isByTeam: true,
        createdAt: "2026-05-06T09:00:00.000Z",
      },
    ],
  },
};

const ids = [item.id, 121];

export const bulkChangesExamples: ExamplesOf<typeof bulkChangesApi> = {
  changeInBulk: {
    body: { ids, changes: { status: "planned", assigneeId: 2 } },
    response: { results: ids.map((id) => ({ id, changed: true })), undoToken },
  },
};

export const feedbackCsvExamples: ExamplesOf<typeof feedbackCsvApi> = {
  downloadFeedbackCsv: {
    query: { status: "planned" },
    response: "ID,Title,Votes\r\n118,Dark mode,17\r\n",
  },
};

export const assigneesExamples: ExamplesOf<typeof assigneesApi> = {
  listAssignees: { response: [{ id: 2, fullName: "Alex Adler" }] },
};
