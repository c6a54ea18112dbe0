import type { Assignee } from "#contract/assignees.ts";
import type { BoardCategory } from "#contract/categories.ts";
import type { FeedbackFilter } from "#contract/feedbackFilters.ts";
import { describeFilter, FEEDBACK_FILTER_NAMES } from "#contract/feedbackFilters.ts";
import type { ViewFilters } from "#contract/savedViews.ts";
import type { User } from "#contract/users.ts";

/** Filters with a default value; all others are null if they are not set. */
type Preset = "state" | "sort";

/**
 * The filters and sort order of a feedback list (docs/specification.md "5. Validation rules"), with
 * the names and values of `FEEDBACK_FILTERS`. Lists of the viewer's own items ignore `state` and
 * contain open and closed items.
 */
export type FeedbackFilters = { readonly search: string } & {
  readonly [Name in FeedbackFilter]:
    | NonNullable<ViewFilters[Name]>
    | (Name extends Preset ? never : null);
};

/** Returns the value that a text in the URL stands for; the default value for all other texts. */
function valueOf<Name extends FeedbackFilter>(
  name: Name,
  text: string | null,
): FeedbackFilters[Name] {
  const { words = {}, hasIds, default: preset = null } = describeFilter(name);
  const isWord = text !== null && Object.hasOwn(words, text);
  const value = isWord ? (text === "true" ? true : text) : hasIds && idOf(text);
  return (value || preset) as FeedbackFilters[Name];
}

const idOf = (text: string | null) =>
  text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;

const filtersOf = (search: string, textOf: (name: FeedbackFilter) => string | null) =>
  ({
    search,
    ...Object.fromEntries(FEEDBACK_FILTER_NAMES.map((name) => [name, valueOf(name, textOf(name))])),
  }) as FeedbackFilters;

/** The default values: no filter is set, and the list is sorted by votes. */
export const NO_FILTERS = filtersOf("", () => null);

/** The names of the filters that are set. */
export const activeFilters = (filters: FeedbackFilters) =>
  FEEDBACK_FILTER_NAMES.filter((name) => name !== "sort" && filters[name] !== NO_FILTERS[name]);

/** Whether the server counts at most `SEARCH_COUNT_LIMIT` items of a list with these filters. */
export function isCountLimited(filters: FeedbackFilters): boolean {
  const { search, mine, state } = filters;
  if (search !== "") return true;
  const isLimited = activeFilters(filters).some((name) => describeFilter(name).isCountLimited);
  return mine === null && (state === "closed" || isLimited);
}

/**
 * Maximum length of a search text, in characters, which fits into a URL. The server uses fewer
 * (`SEARCH_LENGTH`), and the list says so.
 */
export const LONGEST_SEARCH = 500;

/**
 * Reads the filters from the URL. Invalid values are ignored. Without JavaScript, a select that
 * combines several filters sends one parameter. `status` can therefore be `closed` or `unanswered`,
 * and `mine` can be an assignee.
 */
export function readFilters(params: URLSearchParams): FeedbackFilters {
  const filters = filtersOf(searchText(params.get("search") ?? ""), (name) => params.get(name));
  const status = params.get("status");
  return {
    ...filters,
    assigneeId: params.has("assigneeId")
      ? filters.assigneeId
      : valueOf("assigneeId", params.get("mine")),
    unanswered: status === "unanswered" ? true : filters.unanswered,
    state: status === "closed" ? "closed" : filters.state,
  };
}

/**
 * Normalizes a search text: removes surrounding whitespace and NUL characters, cuts the text to
 * `LONGEST_SEARCH` characters and replaces unpaired surrogates.
 */
export function searchText(typed: string): string {
  return typed.replaceAll("\u0000", "").trim().slice(0, LONGEST_SEARCH).toWellFormed();
}

/**
 * Returns a copy of `params` with these filters. Default values are removed, and other parameters
 * stay.
 */
export function writeFilters(params: URLSearchParams, filters: FeedbackFilters): URLSearchParams {
  const written = new URLSearchParams(params);
  for (const [name, value] of Object.entries(filters)) {
    if (value === NO_FILTERS[name as keyof FeedbackFilters]) written.delete(name);
    else written.set(name, String(value));
  }
  return written;
}

/**
 * Removes a filter by a board category that does not exist, and filters that the viewer is not
 * allowed to use. For everyone but admins, the status `new` becomes `evaluating`. Lists of the
 * viewer's own items are not filtered by state. `categories` is undefined until the categories have
 * loaded.
 */
export function knownFilters(
  filters: FeedbackFilters,
  categories: readonly BoardCategory[] | undefined,
  user: User | null,
  isAdmin: boolean,
): FeedbackFilters {
  const isKnown = categories?.some(({ id }) => id === filters.boardCategoryId) ?? true;
  const mine = user ? filters.mine : null;
  const refused = FEEDBACK_FILTER_NAMES.filter((name) => describeFilter(name).isForAdmins);
  return {
    ...filters,
    ...(isAdmin ? {} : Object.fromEntries(refused.map((name) => [name, NO_FILTERS[name]]))),
    boardCategoryId: isKnown ? filters.boardCategoryId : null,
    mine,
    state: mine === null ? filters.state : "open",
    status: filters.status === "new" && !isAdmin ? "evaluating" : filters.status,
  };
}

/** Whether a search text or any filter is set. */
export function isFiltered(filters: FeedbackFilters): boolean {
  return filters.search !== "" || activeFilters(filters).length > 0;
}

/** Returns the label of a filter that is set; undefined for an unknown board category. */
export function filterLabel(
  filters: FeedbackFilters,
  name: FeedbackFilter,
  categories: readonly BoardCategory[],
  admins: readonly Assignee[],
): string | undefined {
  const value = filters[name];
  if (typeof value !== "number") return describeFilter(name).words?.[String(value)];
  return name === "boardCategoryId"
    ? categories.find(({ id }) => id === value)?.name
    : `Assigned to ${nameOfAdmin(admins, value)}`;
}

/**
 * Returns the name of an admin, or a placeholder for an admin without a name and for an id that is
 * not in `admins`.
 */
export function nameOfAdmin(admins: readonly Assignee[], adminId: number): string {
  const admin = admins.find(({ id }) => id === adminId);
  return admin ? (admin.fullName ?? "No name") : "Unknown admin";
}
