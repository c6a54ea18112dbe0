import type { QueryClient } from "@tanstack/react-query";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { companiesApi } from "#contract/companies.ts";
import type { CallInput, Endpoint, Page, ResultOf } from "#contract/endpoint.ts";
import type { ApiError } from "#contract/errors.ts";
import { feedbackApi } from "#contract/feedback.ts";
import type { AnyCallInput, CallArgs, CallOptions } from "./call.ts";
import { callOf } from "./queryClient.ts";

type ReadEndpoint = Endpoint & { readonly method: "GET" };
export type PagedEndpoint = ReadEndpoint & { readonly paged: true };
export type ItemOf<E extends PagedEndpoint> = ResultOf<E> extends Page<infer Item> ? Item : never;

/** The input is optional if none of its fields is required. */
export type InputArgs<E extends Endpoint> =
  object extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

type QueryKey = readonly [path: string, input: AnyCallInput, kind?: "pages"];

/**
 * Returns options for `useQuery`, `client.ensureQueryData` and similar functions, with the
 * endpoint's refetch rule. To add options, spread the result: `useQuery({
 * ...apiQuery(dashboardApi.get), enabled })`.
 */
export function apiQuery<E extends ReadEndpoint>(endpoint: E, ...[input]: InputArgs<E>) {
  return queryOptions<ResultOf<E>, ApiError, ResultOf<E>, QueryKey>({
    ...refetchRuleOf(endpoint.path),
    queryKey: queryKeyOf(endpoint, input as AnyCallInput | undefined),
    queryFn: ({ client, signal }) => callThrough(client, endpoint, input, { signal }),
  });
}

/**
 * Returns options for `useInfiniteQuery` of a paged list, including the handling of cursors.
 * `data.pages` is an array of `Page` objects.
 */
export function apiPagedQuery<E extends PagedEndpoint>(endpoint: E, ...[input]: InputArgs<E>) {
  const asked = (input ?? {}) as AnyCallInput;
  return infiniteQueryOptions<
    Page<ItemOf<E>>,
    ApiError,
    { pages: Page<ItemOf<E>>[]; pageParams: (string | undefined)[] },
    QueryKey,
    string | undefined
  >({
    ...refetchRuleOf(endpoint.path),
    queryKey: [...queryKeyOf(endpoint, asked), "pages"] as const,
    initialPageParam: undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    queryFn: async ({ client, signal, pageParam }) => {
      const onePage = { ...asked, query: { ...asked.query, cursor: pageParam } };
      return (await callThrough(client, endpoint, onePage, { signal })) as Page<ItemOf<E>>;
    },
  });
}

/**
 * Returns options for `useQuery` of a list, for screens that need every item of the list. The query
 * fetches one page after the other. `data` is an array of the items of all pages.
 */
export function wholeListQuery<E extends PagedEndpoint>(endpoint: E) {
  return queryOptions<ItemOf<E>[], ApiError, ItemOf<E>[], QueryKey>({
    ...refetchRuleOf(endpoint.path),
    queryKey: queryKeyOf(endpoint, undefined),
    queryFn: async ({ client, signal }) => {
      const items: ItemOf<E>[] = [];
      let cursor: string | null | undefined;
      do {
        const input = { query: { cursor } };
        const page = (await callThrough(client, endpoint, input, { signal })) as Page<ItemOf<E>>;
        items.push(...page.items);
        cursor = page.nextCursor;
      } while (cursor !== null);
      return items;
    },
  });
}

/**
 * Returns the cache key of a query. The key starts with the endpoint's path, so that
 * `[endpoint.path]` matches all queries of the endpoint.
 */
export function queryKeyOf(
  endpoint: Endpoint,
  input: AnyCallInput | undefined,
): readonly [string, AnyCallInput] {
  const params = Object.entries(input?.params ?? {}).map(([name, value]) => [name, String(value)]);
  const query = Object.entries(input?.query ?? {}).filter(([, value]) => value !== undefined);
  return [
    endpoint.path,
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
export function callThrough<E extends Endpoint>(
  client: QueryClient,
  endpoint: E,
  input: unknown,
  options: CallOptions = {},
): Promise<ResultOf<E>> {
  return callOf(client)(endpoint, ...([input, options] as CallArgs<E>));
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
  [feedbackApi.list.path]: feedbackList,
  [feedbackApi.listOnBoard.path]: feedbackList,
  [companiesApi.get.path]: { staleTime: 0 },
};

/** Returns the rule of one endpoint. The rule is empty if the defaults apply. */
function refetchRuleOf(path: string): Partial<RefetchRule> {
  return REFETCH_RULES[path] ?? {};
}
