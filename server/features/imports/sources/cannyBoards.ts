import { proposeSlug } from "#contract/boards.ts";
import { IMPORT_NAME_LENGTH } from "#contract/importMapping.ts";
import type { CannyBoard } from "./cannyRecords.ts";
import type { ExportedItemFields } from "./importRecord.ts";
import type { CompanyRecord } from "./offeredCompany.ts";
import { excerptOf } from "./recordChecks.ts";

/** The maximum length in characters of a board's name in the portal. */
const MAX_BOARD = 80;

/** A board in Canny, by the name with which its items refer to it. */
export interface NamedCannyBoard {
  name: string;
  isPrivate: boolean;
  /** Whether only the team and a comment's author can read the comments. */
  hasPrivateComments: boolean;
}

/** Returns a board with a name that is never empty, because items without a board can be public. */
export function namedBoard({ id, name, isPrivate, privateComments }: CannyBoard): NamedCannyBoard {
  return {
    name: excerptOf(name, IMPORT_NAME_LENGTH) || id,
    isPrivate: isPrivate ?? false,
    hasPrivateComments: privateComments ?? false,
  };
}

/**
 * Returns the record with the account's boards. Boards with the same name count as one, which is
 * private if one of them is private.
 */
export function recordOfBoards(boards: Iterable<NamedCannyBoard>): CompanyRecord {
  const byName = Map.groupBy(boards, ({ name }) => name);
  const named = [...byName].map(([name, sameName]) => ({
    name,
    board: {
      name: excerptOf(name, MAX_BOARD),
      slug: proposeSlug(name),
      description: null,
      isPrivate: sameName.some(({ isPrivate }) => isPrivate),
    },
  }));
  const company = { boards: named, topics: [], settings: null, logoType: null, logoProblem: null };
  return { kind: "company", company, logo: null };
}

/** Returns what an export of Hearback would contain for an item on the board. */
export const exportedFieldsOf = (board: NamedCannyBoard | undefined): ExportedItemFields => ({
  isPrivate: board?.isPrivate ?? false,
  isPending: false,
  isAuthorDeleted: false,
  isAnswered: false,
  assignee: null,
});
