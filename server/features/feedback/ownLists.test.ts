import { beforeAll, describe, expect, test } from "vitest";
import { MINE_FILTERS } from "#contract/feedbackFilters.ts";
import { readPages } from "#server/checks/fixtures/readPages.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

/**
 * Creates a user who is involved in several items of a company. The keys of `items` say how: for
 * example, the user has voted for the item `voted`.
 */
async function scene() {
  const company = await portal.company();
  const board = await portal.board(company);
  const otherBoard = await portal.board(company);
  const user = await portal.user("user", company);
  const viewer = portal.visitor(company.host, user);
  const made = async (title: string, overrides: object = {}, on = board) =>
    (await portal.item(on, { title, ...overrides })).id;
  const items = {
    submitted: await made("Submitted", { userId: user.id, votes: 5 }),
    submittedOff: await made("Submitted off", { userId: user.id, status: "planned" }),
    voted: await made("Voted", { category: "bug" }),
    votedOff: await made("Voted off"),
    commented: await made("Commented", {}, otherBoard),
    followed: await made("Followed"),
    statusOnly: await made("Status only"),
    untouched: await made("Untouched"),
  };
  const pathOf = (item: keyof typeof items) => `/api/feedback/${String(items[item])}`;
  await viewer.post(`${pathOf("voted")}/vote`);
  await viewer.post(`${pathOf("votedOff")}/vote`);
  await viewer.post(`${pathOf("commented")}/comments`, { content: "One" });
  await viewer.post(`${pathOf("commented")}/comments`, { content: "Two" });
  const levels = { followed: "all", statusOnly: "status", votedOff: "off", submittedOff: "off" };
  for (const [item, level] of Object.entries(levels))
    await viewer.request("PUT", `${pathOf(item as keyof typeof items)}/follow`, { level });
  // Another user votes and comments on all items, which must not affect the viewer's lists.
  const other = portal.visitor(company.host, await portal.user("user", company));
  for (const item of Object.keys(items) as (keyof typeof items)[]) {
    await other.post(`${pathOf(item)}/vote`);
    await other.post(`${pathOf(item)}/comments`, { content: "Other" });
  }
  const nameOf = new Map(Object.entries(items).map(([name, id]) => [id, name]));
  const listed = async (query: string, path = "/api/feedback") => {
    const { items: found, totals } = await readPages<{ id: number }>(viewer, `${path}?${query}`);
    expect(new Set(totals)).toEqual(new Set([found.length]));
    return found.map(({ id }) => nameOf.get(id)).toSorted();
  };
  return { company, board, otherBoard, user, viewer, items, listed };
}

const PARTS = {
  submitted: ["submitted", "submittedOff"],
  voted: ["voted", "votedOff"],
  commented: ["commented"],
  followed: ["commented", "followed", "statusOnly", "submitted", "voted"],
};

describe("lists of the viewer's items", () => {
  test("each of the viewer's lists (submitted, voted, commented, followed) contains exactly the matching items and their total, at every page size", async () => {
    const { listed } = await scene();
    for (const mine of MINE_FILTERS)
      for (const more of ["", "&limit=100", "&limit=1", "&sort=date&limit=2"])
        expect([mine, more, await listed(`mine=${mine}${more}`)]).toEqual([
          mine,
          more,
          PARTS[mine],
        ]);
  });

  test("the filter mine can be combined with other filters and a search", async () => {
    const { listed, otherBoard } = await scene();
    expect(await listed("mine=submitted&status=planned")).toEqual(["submittedOff"]);
    expect(await listed("mine=voted&category=bug")).toEqual(["voted"]);
    expect(await listed(`mine=followed&boardId=${String(otherBoard.id)}`)).toEqual(["commented"]);
    expect(await listed("mine=followed", `/api/boards/${String(otherBoard.id)}/feedback`)).toEqual([
      "commented",
    ]);
    expect(await listed("mine=submitted&search=SUBMITTED&limit=1")).toEqual(PARTS.submitted);
    expect(await listed("mine=followed&search=submit")).toEqual(["submitted"]);
    expect(await listed("mine=followed&search=st&status=new")).toEqual(["statusOnly"]);
    expect(await listed("mine=voted&search=untouched")).toEqual([]);
  });

  test("a list with the filter mine begins with the item that has the most votes", async () => {
    const { viewer, items } = await scene();
    const { body } = await viewer.get("/api/feedback?mine=followed&limit=2");
    expect((body as { id: number }[])[0]?.id).toBe(items.submitted);
  });

  test("an item on a board that became private disappears from the lists of users who cannot see the board", async () => {
    const { viewer, otherBoard, listed } = await scene();
    await portal.sql("update board set is_private = true where id = $1", [otherBoard.id]);
    portal.publish();
    expect(await listed("mine=commented")).toEqual([]);
    expect(await listed("mine=followed")).toEqual(
      PARTS.followed.filter((item) => item !== "commented"),
    );
    const searched = await viewer.get("/api/feedback?mine=followed&search=commented");
    expect([searched.body, searched.headers["x-total-count"]]).toEqual([[], "0"]);
  });

  test("a user's lists with the filter mine contain no items of a company in which the user has written, voted for and followed nothing", async () => {
    const { company } = await scene();
    const stranger = portal.visitor(
      company.host,
      await portal.user("user", await portal.company()),
    );
    for (const mine of MINE_FILTERS)
      expect((await stranger.get(`/api/feedback?mine=${mine}`)).body).toEqual([]);
  });

  test("an anonymous visitor gets 401 for the filter mine, whether or not the board exists", async () => {
    const { company, board } = await scene();
    const anonymous = portal.visitor(company.host);
    for (const path of [
      "/api/feedback",
      `/api/boards/${String(board.id)}/feedback`,
      "/api/boards/999999999/feedback",
    ])
      expect(await anonymous.get(`${path}?mine=followed`)).toMatchObject({
        status: 401,
        body: { message: "Not signed in" },
      });
  });

  test("an unknown value of the filter mine is refused with an error for the field", async () => {
    const { viewer } = await scene();
    expect(await viewer.get("/api/feedback?mine=liked")).toMatchObject({
      status: 400,
      body: { errors: { mine: ["mine must be submitted, voted, commented or followed"] } },
    });
  });
});
