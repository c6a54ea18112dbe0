import { useQuery } from "@tanstack/react-query";
import { assigneesApi } from "#contract/assignees.ts";
import type { Board } from "#contract/boards.ts";
import type { BoardCategory } from "#contract/categories.ts";
import type { FeedbackDetail } from "#contract/feedback.ts";
import {
  FEEDBACK_CATEGORIES,
  FEEDBACK_CATEGORY_LABELS,
  FEEDBACK_STATUS_LABELS,
  FEEDBACK_STATUSES,
} from "#contract/feedbackLabels.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import type { ItemValues } from "./useItemForm.ts";

interface Option {
  readonly value: string;
  readonly label: string;
  /** The change of the item if this option is chosen. */
  readonly choice: Partial<ItemValues>;
}

/** A select of the form. */
export interface ItemField {
  readonly name: keyof ItemValues;
  readonly label: string;
  /** The key that focuses the select. */
  readonly shortcut: string;
  readonly options: readonly Option[];
  /** A text that says why some options are missing. */
  readonly error?: string | undefined;
}

const STATUS: ItemField = {
  name: "status",
  label: "Status",
  shortcut: "s",
  options: FEEDBACK_STATUSES.map((status) => ({
    value: status,
    label: FEEDBACK_STATUS_LABELS[status],
    choice: { status },
  })),
};

const CATEGORY: ItemField = {
  name: "category",
  label: "Category",
  shortcut: "c",
  options: FEEDBACK_CATEGORIES.map((category) => ({
    value: category,
    label: FEEDBACK_CATEGORY_LABELS[category],
    choice: { category },
  })),
};

interface Lists {
  readonly boards: readonly Board[];
  readonly categories: readonly BoardCategory[];
}

/**
 * Returns the selects of the form. Omits the board select if there are no boards, and the topic
 * select if there are no topics.
 */
export function useItemFields(item: FeedbackDetail, { boards, categories }: Lists): ItemField[] {
  const assignee = useAssigneeField(item);
  const board: ItemField = {
    name: "boardId",
    label: "Board",
    shortcut: "b",
    options: boards.map(({ id, name, isPrivate }) => ({
      value: String(id),
      label: isPrivate ? `${name} (private)` : name,
      choice: { boardId: id },
    })),
  };
  const topic: ItemField = {
    name: "boardCategoryId",
    label: "Topic",
    shortcut: "t",
    options: [
      { value: "", label: "None", choice: { boardCategoryId: null } },
      ...categories.map(({ id, name }) => ({
        value: String(id),
        label: name,
        choice: { boardCategoryId: id },
      })),
    ],
  };
  return [
    STATUS,
    ...(boards.length > 0 ? [board] : []),
    CATEGORY,
    ...(categories.length > 0 ? [topic] : []),
    assignee,
  ];
}

/** Returns the select for the assignee. Its first option is 'Nobody'. */
function useAssigneeField({ assigneeId, assignee }: FeedbackDetail): ItemField {
  const { data = [], isError } = useQuery(apiQuery(assigneesApi.list));
  // The list lacks the assignee if the list is still loading or the assignee is no longer an admin.
  const isListed = assigneeId === null || data.some(({ id }) => id === assigneeId);
  const people = isListed
    ? data
    : [{ id: assigneeId, fullName: assignee ? assignee.fullName : "…" }, ...data];
  return {
    name: "assigneeId",
    label: "Assignee",
    shortcut: "a",
    options: [
      { value: "", label: "Nobody", choice: { assigneeId: null } },
      ...people.map(({ id, fullName }) => ({
        value: String(id),
        label: fullName ?? "No name",
        choice: { assigneeId: id },
      })),
    ],
    error: isError ? "The admins could not be loaded." : undefined,
  };
}
