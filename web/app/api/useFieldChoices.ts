import { useQuery } from "@tanstack/react-query";
import type { FeedbackItem } from "#contract/feedback.ts";
import type { BulkField } from "#contract/feedbackFields.ts";
import { BULK_FIELDS, describeField } from "#contract/feedbackFields.ts";
import { apiQuery, wholeListQuery } from "./apiQuery.ts";
import { useCurrentUser } from "./SessionContext.tsx";

/** The key of each field, which opens its menu. */
const KEYS: Readonly<Record<BulkField, string>> = {
  status: "s",
  boardId: "b",
  category: "g",
  boardCategoryId: "t",
  assigneeId: "a",
};

const field = (name: BulkField) => ({
  name,
  label: describeField(name).label,
  shortcut: KEYS[name],
});

/** The keys of the fields for the `?` dialog. */
export const FIELD_SHORTCUTS = BULK_FIELDS.map(field).map(({ label, shortcut }) => ({
  key: shortcut,
  does: `Change the ${label.toLowerCase()}`,
  group: "Change" as const,
}));

/** The values of the fields that admins change in menus and forms. */
export type ItemValues = Pick<FeedbackItem, BulkField>;

export interface FieldChoice {
  readonly value: string;
  readonly label: string;
  readonly isPrivate?: boolean;
  /** The path of the picture of a person. */
  readonly picture?: string | null;
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
  const people = admins.map(({ id, fullName, pictureUrl }) =>
    Object.assign(choice("assigneeId", id, id === viewerId ? "Me" : (fullName ?? "No name")), {
      person: fullName,
      picture: pictureUrl,
    }),
  );
  const isViewer = ({ value }: FieldChoice) => value === String(viewerId);
  return [
    words("status"),
    {
      ...field("boardId"),
      choices: boards.map(({ id, name, isPrivate }) =>
        Object.assign(choice("boardId", id, name), { isPrivate }),
      ),
    },
    words("category"),
    {
      ...field("boardCategoryId"),
      choices: [
        choice("boardCategoryId", null, "No topic"),
        ...categories.map(({ id, name }) => choice("boardCategoryId", id, name)),
      ],
    },
    {
      ...field("assigneeId"),
      choices: [
        ...people.filter(isViewer),
        choice("assigneeId", null, "Nobody"),
        ...people.filter((person) => !isViewer(person)),
      ],
      isIncomplete: isError,
    },
  ];
}

export const choice = (
  name: BulkField,
  value: string | number | null,
  label: string,
): FieldChoice => ({ value: String(value ?? ""), label, change: { [name]: value } });

function words(name: BulkField) {
  const labels = Object.entries(describeField(name).labels ?? {});
  return { ...field(name), choices: labels.map(([value, label]) => choice(name, value, label)) };
}
