/** Canny's lists in the order in which they are fetched, each with the field of its records. */
export const LIST_PATHS = {
  boards: { path: "/v1/boards/list", field: "boards" },
  status_changes: { path: "/v1/status_changes/list", field: "statusChanges" },
  votes: { path: "/v1/votes/list", field: "votes" },
  comments: { path: "/v2/comments/list", field: "items" },
  posts: { path: "/v1/posts/list", field: "posts" },
} as const;

export type CannyList = keyof typeof LIST_PATHS;
export const CANNY_LISTS = Object.keys(LIST_PATHS) as CannyList[];

/** The next page to fetch. */
export interface CannyPlace {
  list: CannyList;
  /** The number of the page in the list, counted from 0. */
  page: number;
  /** The number of records on the earlier pages of the list. */
  records: number;
  /** Where the page begins, in lists that are paged by cursor; null for the first page. */
  cursor: string | null;
  /** How often the request for the page was repeated. */
  retries: number;
  /** How long the import has waited for Canny until now, in milliseconds. */
  waitedMs: number;
}

export const FIRST_PAGE: CannyPlace = {
  list: "boards",
  page: 0,
  records: 0,
  cursor: null,
  retries: 0,
  waitedMs: 0,
};
