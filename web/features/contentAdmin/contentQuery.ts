import { apiQuery } from "#web/app/api/apiQuery.ts";
import type { ContentKind } from "./contentKinds.ts";

/**
 * Returns the query for the entries of a kind in display order. The entries are always stale,
 * because other admins can change them.
 */
export function contentQuery(kind: ContentKind) {
  return { ...apiQuery(kind.list), staleTime: 0 };
}
