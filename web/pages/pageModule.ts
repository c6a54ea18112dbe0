import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import type { Portal } from "#contract/portal.ts";
import type { User } from "#contract/users.ts";
import type { PathParams } from "#web/app/navigation/pathTable.ts";

/**
 * The result of `preloads` if the page's subject, such as an item, has moved permanently to another
 * URL of this origin.
 */
export interface MovedPage {
  readonly movedTo: string;
}

/** The input for a page's preloads. */
export interface PageContext {
  readonly client: QueryClient;
  /** Decoded path parameters. */
  readonly params: PathParams;
  readonly search: URLSearchParams;
  readonly portal: Portal;
  readonly user: User | null;
}

/**
 * What a file in `web/pages` exports for its route:
 *
 *     export function Component() { … <PageMeta title="Changelog" description="…" /> … }
 *
 *     export async function preloads({ client }: PageContext) {
 *       await Promise.allSettled([
 *         client.query(wholeListQuery("/api/boards")),
 *         client.infiniteQuery(apiPagedQuery("/api/feedback", { query })),
 *       ]);
 *     }
 *
 * `preloads` fetches the queries that `Component` uses with `useQuery`. The server waits for
 * `preloads` and then renders the page. The browser calls `preloads` and displays the page at once,
 * with skeletons. If a query fails with 404, the page's HTTP status is 404. If no query fails but
 * the page's subject does not exist, `preloads` returns 404. If the subject has moved, `preloads`
 * returns the new URL, and the server redirects to this URL.
 */
export interface PageModule {
  readonly Component: ComponentType;
  readonly preloads?: (context: PageContext) => Promise<404 | MovedPage | void>;
}
