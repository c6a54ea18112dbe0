import { apiQuery } from "#web/app/api/apiQuery.ts";
import type { ContentKind } from "./contentKinds.ts";

/** The entries of a kind, in their order, as they are now: somebody else may have changed them. */
export function contentQuery(kind: ContentKind) {
  return { ...apiQuery(kind.list), staleTime: 0 };
}
