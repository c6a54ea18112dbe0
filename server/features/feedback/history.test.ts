import { beforeAll, describe, expect, test } from "vitest";
import type { FeedbackItem } from "#contract/feedback.ts";
import { nextOf, readEachPage } from "#server/checks/fixtures/readPages.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { newCast } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

async function scene() {
  const cast = await newCast(portal);
  const board = await portal.board(cast.company);
  const item = await portal.item(board);
  return { ...cast, board, item, path: `/api/feedback/${String(item.id)}` };
}

describe("the status history of an item", () => {
  test("status changes are listed oldest first with author and note for every viewer", async () => {
    const { viewers, admin, path } = await scene();
    await viewers.C.patch(path, { status: "planned", note: "  For the spring  " });
    await viewers.T.patch(path, { status: "complete" });
    await viewers.C.patch(path, { status: "new", note: "" });
    const reply = await viewers.A.get(`${path}/history`);
    expect(reply.status).toBe(200);
    const author = { fullName: admin.fullName };
    expect(reply.body).toMatchObject([
      {
        fromStatus: "new",
        toStatus: "planned",
        note: "For the spring",
        user: author,
        isByTeam: true,
      },
      { fromStatus: "planned", toStatus: "complete", note: null, isByTeam: false },
      { fromStatus: "complete", toStatus: "new", note: null, user: author },
    ]);
    for (const change of reply.body) {
      expect(Object.keys(change).toSorted()).toEqual([
        "createdAt",
        "fromStatus",
        "id",
        "isByTeam",
        "note",
        "noteFormat",
        "toStatus",
        "user",
      ]);
    }
  });

  test("a list of complete items contains the note of each item's newest completion", async () => {
    const { viewers, board, path } = await scene();
    const other = await portal.item(board, { status: "complete" });
    await viewers.C.patch(path, { status: "complete", note: "Done at first" });
    await viewers.C.patch(path, { status: "planned", note: "Not done after all" });
    await viewers.C.patch(path, { status: "complete", note: "Done at last" });
    for (const key of ["A", "C"] as const) {
      const { body } = await viewers[key].get("/api/feedback?status=complete&sort=date");
      expect(body.map(({ completionNote }: FeedbackItem) => completionNote)).toEqual(
        body.map(({ id }: FeedbackItem) => (id === other.id ? null : "Done at last")),
      );
      expect((await viewers[key].get("/api/feedback")).body[0]).not.toHaveProperty(
        "completionNote",
      );
    }
  });

  test("the status history shows the name of a super admin who changed the status", async () => {
    const { viewers, path } = await scene();
    await viewers.T.patch(path, { status: "planned" });
    const { body: me } = await viewers.T.get("/api/user");
    const { body } = await viewers.A.get(`${path}/history`);
    expect(body[0].user).toEqual({ fullName: me.fullName });
  });

  test("the status history contains neither changes of other fields of the item nor updates with an unchanged status", async () => {
    const { viewers, path } = await scene();
    await viewers.C.patch(path, { title: "Another", category: "bug" });
    await viewers.C.patch(path, { status: "new", note: "Still new" });
    expect((await viewers.C.get(`${path}/history`)).body).toEqual([]);
  });

  test("a status change by a deleted account remains and is attributed to a deleted user", async () => {
    const { viewers, admin, path } = await scene();
    await viewers.C.patch(path, { status: "planned" });
    await portal.sql("delete from user_account where id = $1", [admin.id]);
    expect((await viewers.A.get(`${path}/history`)).body).toMatchObject([
      { toStatus: "planned", user: { fullName: "Deleted user" } },
    ]);
  });

  test("each of ten concurrent changes of status starts from the status that the preceding change has set", async () => {
    const { viewers, path } = await scene();
    const statuses = ["planned", "complete", "evaluating", "under_development", "new"];
    const replies = await Promise.all(
      [...statuses, ...statuses].map((status) => viewers.C.patch(path, { status })),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const { body: changes } = await viewers.A.get(`${path}/history`);
    const { body: item } = await viewers.A.get(path);
    let status = "new";
    for (const { fromStatus, toStatus } of changes) {
      expect(fromStatus).toBe(status);
      status = toStatus;
    }
    expect(item.status).toBe(status);
  });
});

describe("pages of an item's history", () => {
  interface Noted {
    id: number;
    note: string;
  }
  const notesOf = (changes: readonly Noted[]) => changes.map(({ note }) => note);
  const numbers = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => `No. ${String(first + index)}`);

  /** Creates an item with `count` changes of status. Their notes are 'No. 1', 'No. 2' and so on. */
  async function withChanges(count: number) {
    const prepared = await scene();
    const { company, item, path } = prepared;
    await portal.sql(
      `insert into status_change (company_id, feedback_id, from_status, to_status, note)
       select $1::bigint, $2::bigint, 'new', 'planned', 'No. ' || n
       from generate_series(1, $3::integer) n order by n`,
      [company.id, item.id, count],
    );
    return { ...prepared, history: `${path}/history` };
  }

  test("the first page of a status history contains the newest twenty changes, oldest first, and links to the earlier changes", async () => {
    const { viewers, history } = await withChanges(45);
    const first = await viewers.A.get(history);
    expect([notesOf(first.body), first.headers["x-total-count"]]).toEqual([numbers(26, 45), "45"]);
    const pages = await readEachPage<Noted>(viewers.A, history);
    expect(pages.map(({ items }) => notesOf(items))).toEqual([
      numbers(26, 45),
      numbers(6, 25),
      numbers(1, 5),
    ]);
  });

  test.each([1, 44, 45, 100])(
    "pages of %i changes together contain the whole status history",
    async (limit) => {
      const { viewers, history } = await withChanges(45);
      const pages = await readEachPage<Noted>(viewers.A, `${history}?limit=${String(limit)}`);
      expect(pages.toReversed().flatMap(({ items }) => notesOf(items))).toEqual(numbers(1, 45));
      expect(pages).toHaveLength(Math.ceil(45 / limit));
    },
  );

  test("a change of status while paging neither appears on a later page nor hides an earlier change", async () => {
    const { viewers, history, path } = await withChanges(30);
    const first = await viewers.A.get(history);
    await viewers.C.patch(path, { status: "complete", note: "Meanwhile" });
    const pages = await readEachPage<Noted>(viewers.A, nextOf(first) ?? "");
    expect(pages.map(({ items }) => notesOf(items))).toEqual([numbers(1, 10)]);
  });

  test("a status history of 1,003 changes can be read completely, and its total is limited to 1,000", async () => {
    const { viewers, history } = await withChanges(1003);
    const pages = await readEachPage<Noted>(viewers.A, `${history}?limit=100`);
    expect(pages.toReversed().flatMap(({ items }) => notesOf(items))).toEqual(numbers(1, 1003));
    expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([1000]));
  });

  test("the status history refuses an invalid limit, an invalid cursor and a cursor of another item", async () => {
    const { viewers, history } = await withChanges(3);
    const other = await withChanges(3);
    const { search } = new URL(
      nextOf(await other.viewers.A.get(`${other.history}?limit=1`)) ?? "",
      "http://host",
    );
    for (const query of ["?limit=101", "?cursor=abc", search]) {
      const { status, body } = await viewers.A.get(history + query);
      const field = query.includes("cursor") ? "cursor" : "limit";
      expect([query, status, Object.keys(body.errors ?? {})]).toEqual([query, 400, [field]]);
    }
  });
});
