import type { CallName, InputOf, ResultOf, ReadPath, PagedPath } from "#contract/api.ts";
import type { QueryClient } from "@tanstack/react-query";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Page } from "#contract/endpoint.ts";
import type { ApiError } from "#contract/errors.ts";
import type { AnyCallInput, CallArgs, CallOptions } from "./call.ts";
import { callOf } from "./queryClient.ts";

type PageResult<Path extends PagedPath> = ResultOf<`GET ${Path}`>;
export type ItemOf<Path extends PagedPath> =
  PageResult<Path> extends Page<infer Item> ? Item : never;

/** The input is optional if none of its fields is required. */
export type InputArgs<Path extends ReadPath> =
  object extends InputOf<`GET ${Path}`>
    ? [input?: InputOf<`GET ${Path}`>]
    : [input: InputOf<`GET ${Path}`>];

type QueryKey = readonly [path: string, input: AnyCallInput, kind?: "pages"];

/**
 * Returns options for `useQuery`, `client.ensureQueryData` and similar functions, with the path's
 * refetch rule. To add options, spread the result: `useQuery({ ...apiQuery("/api/exports"), enabled
 * })`.
 */
export function apiQuery<Path extends Exclude<ReadPath, PagedPath>>(
  path: Path,
  ...[input]: InputArgs<Path>
) {
  type Result = ResultOf<`GET ${Path}`>;
  return queryOptions<Result, ApiError, Result, QueryKey>({
    ...refetchRuleOf(path),
    queryKey: queryKeyOf(path, input as AnyCallInput | undefined),
    queryFn: ({ client, signal }) => callThrough(client, `GET ${path}`, input, { signal }),
  });
}

/** Returns options for `useQuery` of a single page of a list. `data` is a `Page`. */
export function onePageQuery<Path extends PagedPath>(path: Path, ...[input]: InputArgs<Path>) {
  type Result = Page<ItemOf<Path>>;
  const asked = (input ?? {}) as AnyCallInput;
  return queryOptions<Result, ApiError, Result, QueryKey>({
    ...refetchRuleOf(path),
    queryKey: queryKeyOf(path, asked),
    queryFn: ({ client, signal }) => callPage(client, path, asked, signal),
  });
}

/**
 * Returns options for `useInfiniteQuery` of a paged list, including the handling of cursors.
 * `data.pages` is an array of `Page` objects.
 */
export function apiPagedQuery<Path extends PagedPath>(path: Path, ...[input]: InputArgs<Path>) {
  const asked = (input ?? {}) as AnyCallInput;
  return infiniteQueryOptions<
    Page<ItemOf<Path>>,
    ApiError,
    { pages: Page<ItemOf<Path>>[]; pageParams: (string | undefined)[] },
    QueryKey,
    string | undefined
  >({
    ...refetchRuleOf(path),
    queryKey: [...queryKeyOf(path, asked), "pages"] as const,
    initialPageParam: undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    queryFn: ({ client, signal, pageParam }) =>
      callPage(client, path, { ...asked, query: { ...asked.query, cursor: pageParam } }, signal),
  });
}

/**
 * Returns options for `useQuery` of a list, for screens that need every item of the list. The query
 * fetches one page after the other. `data` is an array of the items of all pages.
 */
export function wholeListQuery<Path extends PagedPath>(path: Path) {
  return queryOptions<ItemOf<Path>[], ApiError, ItemOf<Path>[], QueryKey>({
    ...refetchRuleOf(path),
    queryKey: queryKeyOf(path, undefined),
    queryFn: async ({ client, signal }) => {
      const items: ItemOf<Path>[] = [];
      let cursor: string | null | undefined;
      do {
        const page = await callPage(client, path, { query: { cursor } }, signal);
        items.push(...page.items);
        cursor = page.nextCursor;
      } while (cursor !== null);
      return items;
    },
  });
}

/** Fetches one page of a list. The caller must have checked the input's type. */
export async function callPage<Path extends PagedPath>(
  client: QueryClient,
  path: Path,
  input: AnyCallInput,
  signal: AbortSignal,
): Promise<Page<ItemOf<Path>>> {
  const page = await callThrough(client, `GET ${path}`, input, { signal, isPage: true });
  return page as Page<ItemOf<Path>>;
}

/**
 * Returns the cache key of a query. The key starts with the path, so that `[path]` matches all
 * queries of the path.
 */
export function queryKeyOf(
  path: ReadPath,
  input: AnyCallInput | undefined,
): readonly [string, AnyCallInput] {
  const params = Object.entries(input?.params ?? {}).map(([name, value]) => [name, String(value)]);
  const query = Object.entries(input?.query ?? {}).filter(([, value]) => value !== undefined);
  return [
    path,
    {
      ...(params.length > 0 && { params: Object.fromEntries(params) }),
      ...(query.length > 0 && { query: Object.fromEntries(query) }),
    },
  ];
}

/**
 * Calls an endpoint with the `Call` of a query client. The caller must have checked the input's
 * type.
 */
export function callThrough<Name extends CallName>(
  client: QueryClient,
  name: Name,
  input: unknown,
  options: CallOptions = {},
): Promise<ResultOf<Name>> {
  return callOf(client)(name, ...([input, options] as CallArgs<Name>));
}

interface RefetchRule {
  /** Milliseconds until the data is stale. */
  readonly staleTime: number;
  readonly refetchOnWindowFocus?: boolean;
}

const feedbackList: RefetchRule = { staleTime: 10_000, refetchOnWindowFocus: true };

/**
 * The exceptions to the defaults of `createQueryClient`, by endpoint path. An exception for only
 * one query is defined in the file of that query, so that screens without the query do not load the
 * exception. Source: docs/specification.md "7. Calls", "9. Business constants and limits".
 */
const REFETCH_RULES: Readonly<Record<string, RefetchRule>> = {
  ["/api/feedback"]: feedbackList,
  ["/api/boards/:boardId/feedback"]: feedbackList,
  ["/api/company/:companyId"]: { staleTime: 0 },
};

/** Returns the rule of one endpoint. The rule is empty if the defaults apply. */
function refetchRuleOf(path: string): Partial<RefetchRule> {
  return REFETCH_RULES[path] ?? {};
}
