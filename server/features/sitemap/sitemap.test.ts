import { beforeAll, expect, test } from "vitest";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { newCast } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

/** Creates a company with a public and a private board. */
async function scene() {
  const cast = await newCast(portal);
  const board = await portal.board(cast.company);
  const secret = await portal.board(cast.company, { isPrivate: true });
  return { ...cast, board, secret, origin: `http://${cast.company.host}` };
}

/** Returns the URLs that a sitemap file contains. */
function addressesIn(text: string): string[] {
  return [...text.matchAll(/<loc>(?<address>[^<]+)<\/loc>/g)].map(
    ({ groups }) => groups?.["address"] ?? "",
  );
}

test("a company's sitemap contains no private board, no item of a private board and no closed item, even if an admin requests it", async () => {
  const { viewers, board, secret, origin } = await scene();
  const first = await portal.item(board);
  const second = await portal.item(board);
  await portal.item(secret);
  const closed = await portal.item(board);
  await portal.sql(
    "update feedback_item set state = 'closed', closed_at = now(), close_reason = 'other' where id = $1",
    [closed.id],
  );
  const file = `${origin}/sitemap.xml?file=${String(board.id)}-1`;
  for (const viewer of [viewers.A, viewers.C]) {
    const index = await viewer.get("/sitemap.xml");
    expect(index.headers["content-type"]).toBe("application/xml; charset=utf-8");
    expect(addressesIn(index.text)).toEqual([`${origin}/sitemap.xml?file=pages`, file]);
    expect(addressesIn((await viewer.get("/sitemap.xml?file=pages")).text)).toEqual(
      ["/roadmap", "/feedback", "/changelog", `/board/${board.slug}`].map((path) => origin + path),
    );
    expect(addressesIn((await viewer.get(file)).text)).toEqual(
      [second, first].map(({ id }) => `${origin}/feedback/${String(id)}`),
    );
  }
});

test("a sitemap file has at most 1,000 items, and a file that does not exist gets the same response as a file of a private board", async () => {
  const { viewers, company, board, secret, origin } = await scene();
  await portal.sql(
    `insert into feedback_item (company_id, board_id, title, description)
     select $1, board, 'Item', 'Text' from generate_series(1, 1001), unnest($2::bigint[]) board`,
    [company.id, [board.id, secret.id]],
  );
  const files = [1, 2].map(
    (file) => `${origin}/sitemap.xml?file=${String(board.id)}-${String(file)}`,
  );
  expect(addressesIn((await viewers.A.get("/sitemap.xml")).text).slice(1)).toEqual(files);
  const listed = [];
  for (const file of files) listed.push(...addressesIn((await viewers.A.get(file)).text));
  expect([listed.length, new Set(listed).size]).toEqual([1001, 1001]);
  const absent = [
    `${String(secret.id)}-1`,
    `${String(board.id)}-3`,
    `${String(board.id)}-51`,
    `${String(board.id)}-0`,
    "999999999-1",
    "x-1",
  ];
  const { status, text } = await viewers.A.get("/sitemap.xml?file=no-number");
  expect(status).toBe(404);
  for (const file of absent)
    expect([file, await viewers.A.get(`/sitemap.xml?file=${file}`)]).toMatchObject([
      file,
      { status, text },
    ]);
});

test("a cached sitemap contains a new item immediately after the item is submitted", async () => {
  const { viewers, board } = await scene();
  await portal.item(board);
  const file = `/sitemap.xml?file=${String(board.id)}-1`;
  for (let time = 0; time < 3; time += 1)
    expect(addressesIn((await viewers.A.get(file)).text)).toHaveLength(1);
  await viewers.U.post("/api/feedback", { title: "New", description: "Text", boardId: board.id });
  expect(addressesIn((await viewers.A.get(file)).text)).toHaveLength(2);
});

test("robots.txt contains the URL of its host's sitemap, and an unknown host has neither a robots.txt nor a sitemap", async () => {
  const { viewers, origin } = await scene();
  const { text } = await viewers.A.get("/robots.txt");
  expect(text).toMatch(/^User-agent: \*\nDisallow: \/api\/\n/);
  expect(text).toContain(`\nSitemap: ${origin}/sitemap.xml\n`);
  expect(addressesIn((await viewers.N.get("/sitemap.xml?file=pages")).text)).toEqual([
    "http://localhost/",
  ]);
  expect(addressesIn((await viewers.S.get("/sitemap.xml")).text)).toEqual([
    "http://localhost/sitemap.xml?file=pages",
  ]);
  for (const path of ["/robots.txt", "/sitemap.xml", "/sitemap.xml?file=pages"])
    expect((await portal.visitor("nobody.example").get(path)).status).toBe(404);
});
