import type { Visitor } from "./testPortal.ts";

/** Every item of a paged list, fetched page by page as the `Link` header says, and the total of each page. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- says what the caller expects to find
export async function readPages<Item>(
  visitor: Visitor,
  path: string,
): Promise<{ items: Item[]; totals: number[] }> {
  const items: Item[] = [];
  const totals: number[] = [];
  for (let next: string | undefined = path; next !== undefined;) {
    const { status, headers, body, text } = await visitor.get(next);
    if (status !== 200) throw new Error(`${next} answered ${String(status)}: ${text}`);
    items.push(...(body as Item[]));
    totals.push(Number(headers["x-total-count"]));
    next = /^<(?<url>[^>]+)>; rel="next"$/.exec(String(headers.link ?? ""))?.groups?.url;
    if (totals.length > 1000) throw new Error(`${path} has no end`);
  }
  return { items, totals };
}
