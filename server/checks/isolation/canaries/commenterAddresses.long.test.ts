import { beforeAll, expect, test } from "vitest";
import { routes } from "#server/app/routes.ts";
import { listPagePaths } from "#server/checks/fixtures/listPagePaths.ts";
import type { TestApp, TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { LONG_TIMEOUT } from "#server/checks/fixtures/longTests.ts";
import { realPages } from "#server/checks/attacks/support/realPages.ts";

// These tests simulate an attacker who collects the e-mail addresses of a portal's commenters
// (docs/product-decisions.md "Feedback"). The attacker requests every URL as an anonymous visitor,
// as a customer or as another company's admin.

let portal: TestPortal;
let app: TestApp;
beforeAll(async () => {
  portal = await startTestPortal();
  app = await portal.anotherApp({}, await realPages());
});

/** Creates a portal in which 17 users have commented on all items. */
async function createDiscussions() {
  const company = await portal.company();
  const board = await portal.board(company);
  const authors = await Promise.all(Array.from({ length: 17 }, () => portal.user("user", company)));
  // A user without a name is shown by the masked e-mail address.
  await portal.sql("update user_account set full_name = null where id = $1", [authors[0]?.id]);
  const items = [];
  for (const status of ["new", "planned", "under_development", "complete"]) {
    const userId = authors[1]?.id ?? 0;
    const item = await portal.item(board, { status, userId });
    for (const author of authors) await portal.comment(item, { userId: author.id });
    items.push(item);
  }
  return { company, board, authors, items };
}

type Discussions = Awaited<ReturnType<typeof createDiscussions>>;

/**
 * Returns the URLs of every route and page that can be read, and fills in the ids of the portal's
 * entities.
 */
function listUrls({ company, board, items }: Discussions): string[] {
  const reads = routes
    .map(({ endpoint }) => endpoint)
    .filter(({ method, stream }) => method === "GET" && !stream)
    .map(({ path }) => path as string);
  const fill = (path: string, id: number) =>
    path
      .replace(":boardId", String(board.id))
      .replace(":companyId", String(company.id))
      .replace(":slug", board.slug)
      .replace(/:\w+/g, String(id));
  const paths = [...reads, ...listPagePaths()].flatMap((path) =>
    (path.includes("feedback/:id") ? items : items.slice(0, 1)).map(({ id }) => fill(path, id)),
  );
  return [...new Set(paths)].flatMap((path) => [path, `${path}?limit=100&search=user`]);
}

test(
  "no response to an anonymous visitor, another customer or another company's admin contains a commenter's e-mail address",
  async () => {
    const discussions = await createDiscussions();
    const { company, authors, items } = discussions;
    const addresses = authors.map(({ username }) => username);
    const attackers = [
      undefined,
      await portal.user("user", company),
      await portal.user("user"),
      await portal.user("company_admin", await portal.company()),
    ];
    const leaks: string[] = [];
    let withComments = 0;
    const read = async (url: string, cookie: string | undefined) => {
      const reply = await app.app.inject({
        url,
        headers: { host: company.host, ...(cookie !== undefined && { cookie }) },
      });
      const everything = JSON.stringify(reply.headers) + reply.body;
      if (everything.includes("u•••")) withComments += 1;
      if (addresses.some((address) => everything.includes(address))) leaks.push(url);
    };
    for (const attacker of attackers) {
      // An anonymous visitor reads each URL twice, so that the second response comes from the
      // cache.
      for (const url of listUrls(discussions)) {
        await read(url, attacker?.cookie);
        if (!attacker) await read(url, undefined);
      }
    }
    expect(leaks).toEqual([]);
    // Masked e-mail addresses must be in the comments API of each item and in pages; otherwise the
    // attackers would have read no comments.
    expect(withComments).toBeGreaterThan(attackers.length * items.length);
  },
  LONG_TIMEOUT,
);
