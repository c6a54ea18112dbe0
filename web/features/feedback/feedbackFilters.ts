import type { Assignee } from "#contract/assignees.ts";
import type { Board } from "#contract/boards.ts";
import type { BoardCategory } from "#contract/categories.ts";
import type { FeedbackFilter } from "#contract/feedbackFilters.ts";
import { describeFilter, FEEDBACK_FILTER_NAMES, isDay } from "#contract/feedbackFilters.ts";
import type { ViewFilters } from "#contract/savedViews.ts";
import type { User } from "#contract/users.ts";
import { calendarLabel } from "#web/ui/RelativeTime.tsx";

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
  const { words = {}, hasIds, dateLabel, default: preset = null } = describeFilter(name);
  const isWord = text !== null && Object.hasOwn(words, text);
  const other = dateLabel ? text !== null && isDay(text) && text : hasIds && idOf(text);
  const value = isWord ? (text === "true" ? true : text) : other;
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

/** Reads the filters from the URL. Invalid values are ignored. */
export const readFilters = (params: URLSearchParams): FeedbackFilters =>
  filtersOf(searchText(params.get("search") ?? ""), (name) => params.get(name));

/** The filters of the bar. All others are in the popover *More filters*. */
const BAR_FILTERS: readonly FeedbackFilter[] = ["category", "status", "sort"];

/** The names of the filters in the popover *More filters* that are set. */
export const activeMoreFilters = (filters: FeedbackFilters) =>
  activeFilters(filters).filter((name) => !BAR_FILTERS.includes(name));

/** Parameters of the page that are no filters. */
const PAGE_PARAMETERS = ["search", "view", "submit", "vote"];

/** Parameters that campaigns and other sites add to links. */
const CAMPAIGN = /^(utm_|mc_|_)|clid$|^(ref|source|via)$/i;

/**
 * Returns the names of the parameters of the URL that the list ignores: unknown filters, unknown
 * values, and filters that the viewer cannot use.
 * @param known the filters that apply
 */
export function ignoredFilters(params: URLSearchParams, known: FeedbackFilters): string[] {
  const isIgnored = (name: string): boolean => {
    const filter = FEEDBACK_FILTER_NAMES.find((each) => each === name);
    if (!filter) return !PAGE_PARAMETERS.includes(name) && !CAMPAIGN.test(name);
    const text = params.get(filter) ?? "";
    const value = valueOf(filter, text);
    // Without JavaScript, the form sends these texts for filters that are not set.
    if (text === "" || text === "all") return false;
    if (String(value) !== text) return true;
    // The viewer's own items have any state, and customers see new items as evaluating.
    return filter !== "state" && filter !== "status" && known[filter] !== value;
  };
  return [...new Set(params.keys())].filter(isIgnored);
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

/** What the ids of filters can stand for. A list is undefined until it has loaded. */
export interface KnownEntities {
  readonly categories: readonly BoardCategory[] | undefined;
  readonly boards: readonly Board[] | undefined;
  /** The board whose page shows the list; null on the page of all boards. */
  readonly pageBoardId: number | null;
}

/**
 * Removes a filter by a board or board category that does not exist, and filters that the viewer is
 * not allowed to use. For everyone but admins, the status `new` becomes `evaluating`. Lists of the
 * viewer's own items are not filtered by state, and the list of a board not by another board.
 */
export function knownFilters(
  filters: FeedbackFilters,
  { categories, boards, pageBoardId }: KnownEntities,
  user: User | null,
  isAdmin: boolean,
): FeedbackFilters {
  const isKnown = (list: readonly { id: number }[] | undefined, filterId: number | null) =>
    list?.some(({ id }) => id === filterId) ?? true;
  const hasBoard = pageBoardId === null && isKnown(boards, filters.boardId);
  const mine = user ? filters.mine : null;
  const refused = FEEDBACK_FILTER_NAMES.filter((name) => describeFilter(name).isForAdmins);
  return {
    ...filters,
    ...(isAdmin ? {} : Object.fromEntries(refused.map((name) => [name, NO_FILTERS[name]]))),
    boardId: hasBoard ? filters.boardId : null,
    boardCategoryId: isKnown(categories, filters.boardCategoryId) ? filters.boardCategoryId : null,
    mine,
    state: mine === null ? filters.state : "open",
    status: filters.status === "new" && !isAdmin ? "evaluating" : filters.status,
  };
}

/** Whether a search text or any filter is set. */
export function isFiltered(filters: FeedbackFilters): boolean {
  return filters.search !== "" || activeFilters(filters).length > 0;
}

/** The names of what the ids of filters stand for. */
export interface FilterNames {
  readonly categories: readonly BoardCategory[];
  readonly boards: readonly Board[];
  /** The company's admins; empty if the viewer is not an admin. */
  readonly admins: readonly Assignee[];
}

/** Returns the label of a filter that is set; undefined for an unknown board or board category. */
export function filterLabel(
  filters: FeedbackFilters,
  name: FeedbackFilter,
  { categories, boards, admins }: FilterNames,
): string | undefined {
  const value = filters[name];
  const { words, dateLabel } = describeFilter(name);
  if (dateLabel) return `${dateLabel} ${calendarLabel(Date.parse(String(value)))}`;
  if (typeof value !== "number") return words?.[String(value)];
  if (name === "boardCategoryId") return categories.find(({ id }) => id === value)?.name;
  if (name === "boardId") return boards.find(({ id }) => id === value)?.name;
  return `Assigned to ${nameOfAdmin(admins, value)}`;
}

/**
 * Returns the name of an admin, or a placeholder for an admin without a name and for an id that is
 * not in `admins`.
 */
export function nameOfAdmin(admins: readonly Assignee[], adminId: number): string {
  const admin = admins.find(({ id }) => id === adminId);
  return admin ? (admin.fullName ?? "No name") : "Unknown admin";
}
