import type { Reply, Visitor } from "./testPortal.ts";

/** The address of the page after this one, as its `Link` header says. */
export function nextOf({ headers }: Pick<Reply, "headers">): string | undefined {
  return /^<(?<url>[^>]+)>; rel="next"$/.exec(String(headers.link ?? ""))?.groups?.url;
}

interface ReadPage<Item> {
  items: Item[];
  total: number;
}

/** Each page of a paged list, fetched as the `Link` headers say, with the total that it tells. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- says what the caller expects to find
export async function readEachPage<Item>(visitor: Visitor, path: string): Promise<ReadPage<Item>[]> {
  const pages: ReadPage<Item>[] = [];
  for (let next: string | undefined = path; next !== undefined;) {
    const reply: Reply = await visitor.get(next);
    const { status, headers, body, text } = reply;
    if (status !== 200) throw new Error(`${next} answered ${String(status)}: ${text}`);
    pages.push({ items: body as Item[], total: Number(headers["x-total-count"]) });
    next = nextOf(reply);
    if (pages.length > 1000) throw new Error(`${path} has no end`);
  }
  return pages;
}

/** Every item of a paged list and the total of each page. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- says what the caller expects to find
export async function readPages<Item>(
  visitor: Visitor,
  path: string,
): Promise<{ items: Item[]; totals: number[] }> {
  const pages = await readEachPage<Item>(visitor, path);
  return { items: pages.flatMap(({ items }) => items), totals: pages.map(({ total }) => total) };
}
