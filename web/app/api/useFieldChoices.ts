import { useQuery } from "@tanstack/react-query";
import type { FeedbackItem } from "#contract/feedback.ts";
import type { BulkField } from "#contract/feedbackFields.ts";
import { describeField } from "#contract/feedbackFields.ts";
import { apiQuery, wholeListQuery } from "./apiQuery.ts";
import { useCurrentUser } from "./SessionContext.tsx";

/** The values of the fields that admins change in menus and forms. */
export type ItemValues = Pick<FeedbackItem, BulkField>;

export interface FieldChoice {
  readonly value: string;
  readonly label: string;
  readonly isPrivate?: boolean;
  /** The full name, if the value is a person. */
  readonly person?: string | null;
  readonly change: Partial<ItemValues>;
}

export interface ChoiceField {
  readonly name: BulkField;
  readonly label: string;
  /** The key that opens the menu or focuses the select. */
  readonly shortcut: string;
  readonly choices: readonly FieldChoice[];
  /** Whether choices are missing because they could not be loaded. */
  readonly isIncomplete?: boolean;
}

/** Returns the fields that admins change in menus and forms, in their order. */
export function useFieldChoices(): ChoiceField[] {
  const boards = useQuery(wholeListQuery("/api/boards")).data ?? [];
  const categories = useQuery(wholeListQuery("/api/categories")).data ?? [];
  const { data: admins = [], isError } = useQuery(apiQuery("/api/assignees"));
  const viewerId = useCurrentUser()?.id;
  const people = admins.map(({ id, fullName }) =>
    Object.assign(choice("assigneeId", id, id === viewerId ? "Me" : (fullName ?? "No name")), {
      person: fullName,
    }),
  );
  const isViewer = ({ value }: FieldChoice) => value === String(viewerId);
  return [
    { ...words("status"), shortcut: "s" },
    {
      ...field("boardId"),
      shortcut: "b",
      choices: boards.map(({ id, name, isPrivate }) =>
        Object.assign(choice("boardId", id, name), { isPrivate }),
      ),
    },
    { ...words("category"), shortcut: "c" },
    {
      ...field("boardCategoryId"),
      shortcut: "t",
      choices: [
        choice("boardCategoryId", null, "No topic"),
        ...categories.map(({ id, name }) => choice("boardCategoryId", id, name)),
      ],
    },
    {
      ...field("assigneeId"),
      shortcut: "a",
      choices: [
        ...people.filter(isViewer),
        choice("assigneeId", null, "Nobody"),
        ...people.filter((person) => !isViewer(person)),
      ],
      isIncomplete: isError,
    },
  ];
}

const field = (name: BulkField) => ({ name, label: describeField(name).label });

export const choice = (
  name: BulkField,
  value: string | number | null,
  label: string,
): FieldChoice => ({ value: String(value ?? ""), label, change: { [name]: value } });

function words(name: BulkField) {
  const labels = Object.entries(describeField(name).labels ?? {});
  return { ...field(name), choices: labels.map(([value, label]) => choice(name, value, label)) };
}
