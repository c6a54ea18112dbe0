import { nextOf } from "#server/checks/fixtures/readPages.ts";
import type { Reply, Visitor } from "#server/checks/fixtures/testPortal.ts";

/** Requests the first page for each query, and the second page if it exists. */
export async function listPages(
  visitor: Visitor,
  path: string,
  queries: readonly string[],
): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (const query of queries) {
    const first = await visitor.get(`${path}${query}`);
    replies.push(first);
    const next = nextOf(first);
    if (next !== undefined) replies.push(await visitor.get(next));
  }
  return replies;
}
