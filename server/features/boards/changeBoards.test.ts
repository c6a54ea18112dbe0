import { beforeAll, describe, expect, test } from "vitest";
import { auditOf } from "#server/checks/fixtures/auditOf.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { newCast } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

const scene = () => newCast(portal);

describe("creating a board", () => {
  test("a new board is last in the order, public and empty", async () => {
    const { viewers, company } = await scene();
    const first = await viewers.C.post("/api/boards", { name: "Ideas", slug: "ideas" });
    expect([first.status, first.body]).toEqual([
      201,
      {
        id: expect.any(Number),
        name: "Ideas",
        slug: "ideas",
        description: null,
        companyId: company.id,
        orderIndex: 0,
        isPrivate: false,
        feedbackCount: 0,
        createdAt: expect.stringMatching(/Z$/),
      },
    ]);
    const second = await viewers.T.post("/api/boards", {
      name: "  Bugs  ",
      slug: " BUGS ",
      description: " What is broken ",
      isPrivate: true,
      companyId: company.id,
    });
    expect(second.body).toMatchObject({
      name: "Bugs",
      slug: "bugs",
      description: "What is broken",
      isPrivate: true,
      orderIndex: 1,
    });
    expect((await viewers.A.get("/api/boards")).body).toMatchObject([{ name: "Ideas" }]);
  });

  test.each([
    ["without a name", { slug: "x" }, "name", "Board name is required"],
    ["with a blank name", { name: "   ", slug: "x" }, "name", "Board name is required"],
    [
      "with a name of 81 characters",
      { name: "n".repeat(81), slug: "x" },
      "name",
      "Board name must be at most 80 characters",
    ],
    ["without a slug", { name: "N" }, "slug", "Slug is required"],
    ["with an empty slug", { name: "N", slug: "" }, "slug", "Slug is required"],
    [
      "with a slug of 81 characters",
      { name: "N", slug: "s".repeat(81) },
      "slug",
      "Slug must be at most 80 characters",
    ],
    ...["a b", "-a", "a-", "a--b", "ä", "a/b", "a_b", "../x"].map(
      (slug) =>
        [
          `with the slug ${slug}`,
          { name: "N", slug },
          "slug",
          expect.stringMatching(/^Slug can only contain/),
        ] as const,
    ),
    [
      "with a description of 501 characters",
      { name: "N", slug: "x", description: "d".repeat(501) },
      "description",
      "Description must be at most 500 characters",
    ],
    [
      "with a NUL character in its name",
      { name: "N\u0000", slug: "x" },
      "name",
      "Board name contains characters that cannot be stored",
    ],
    [
      "with a text as the value of isPrivate",
      { name: "N", slug: "x", isPrivate: "yes" },
      "isPrivate",
      expect.any(String),
    ],
    [
      "with a text as the value of companyId",
      { name: "N", slug: "x", companyId: "1" },
      "companyId",
      "Must be a positive integer",
    ],
  ] as const)(
    "a board %s is refused with an error for this field",
    async (_what, body, field, message) => {
      const { viewers, company } = await scene();
      const reply = await viewers.C.post("/api/boards", body);
      expect([reply.status, reply.body.message, Object.keys(reply.body.errors)]).toEqual([
        400,
        message,
        [field],
      ]);
      expect(await portal.sql("select 1 from board where company_id = $1", [company.id])).toEqual(
        [],
      );
    },
  );

  test("two boards of a company can have the same name but not the same slug, even if they are created concurrently", async () => {
    const { viewers, company, other } = await scene();
    const board = { name: "Ideas", slug: "ideas" };
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => viewers.C.post("/api/boards", board)),
    );
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array<number>(7).fill(409),
    ]);
    expect(replies.find(({ status }) => status === 409)?.body).toEqual({
      message: "Slug is already taken",
    });
    expect((await viewers.C.post("/api/boards", { ...board, slug: "IDEAS" })).status).toBe(409);
    expect((await viewers.C.post("/api/boards", { ...board, slug: "ideas-2" })).status).toBe(201);
    const elsewhere = portal.visitor(other.host, await portal.user("company_admin", other));
    expect((await elsewhere.post("/api/boards", board)).status).toBe(201);
    expect(
      await portal.sql("select 1 from board where company_id = $1", [company.id]),
    ).toHaveLength(2);
  });

  test("creating a board checks the role first, then the fields, then access to the company", async () => {
    const { viewers, other } = await scene();
    expect((await viewers.A.post("/api/boards", { name: "" })).status).toBe(401);
    expect((await viewers.U.post("/api/boards", { name: "" })).status).toBe(403);
    expect((await viewers.C.post("/api/boards", { name: "", companyId: other.id })).status).toBe(
      400,
    );
    const foreign = { name: "N", slug: "n", companyId: other.id };
    expect((await viewers.C.post("/api/boards", foreign)).status).toBe(403);
    expect(
      (await viewers.C.post("/api/boards", { ...foreign, companyId: 999_999_999 })).status,
    ).toBe(403);
    expect((await viewers.S.post("/api/boards", foreign)).status).toBe(403);
  });
});

describe("changing a board", () => {
  test("an update of a board changes only the sent fields", async () => {
    const { viewers, company } = await scene();
    const { id } = await portal.board(company, { name: "Ideas" });
    const path = `/api/boards/${String(id)}`;
    const before = (await viewers.C.get("/api/boards")).body[0];
    const patch = async (changes: object) => (await viewers.C.patch(path, changes)).body;
    expect(await patch({ name: "Wishes" })).toEqual({ ...before, name: "Wishes" });
    expect(await patch({ slug: "wishes" })).toEqual({ ...before, name: "Wishes", slug: "wishes" });
    expect(await patch({ description: null })).toMatchObject({ description: null, slug: "wishes" });
    expect(await patch({ description: "Again" })).toMatchObject({ description: "Again" });
    expect(await patch({ description: "  " })).toMatchObject({ description: null });
    expect(await patch({ isPrivate: true, companyId: company.id })).toMatchObject({
      isPrivate: true,
    });
    expect(await patch({})).toEqual((await viewers.C.get("/api/boards")).body[0]);
  });

  test("an update of a board can contain the board's own slug but not the slug of another board", async () => {
    const { viewers, company } = await scene();
    const [one, two] = [await portal.board(company), await portal.board(company)];
    const path = `/api/boards/${String(one.id)}`;
    expect((await viewers.C.patch(path, { slug: one.slug })).status).toBe(200);
    expect(await viewers.C.patch(path, { slug: two.slug })).toMatchObject({
      status: 409,
      body: { message: "Slug is already taken" },
    });
    expect((await viewers.C.patch(path, { slug: "no good" })).status).toBe(400);
    expect((await viewers.C.patch(path, { name: "" })).body.errors).toEqual({
      name: ["Board name is required"],
    });
  });
});

describe("auditing changes of boards", () => {
  test("creating, changing, ordering and deleting boards is audited, and a refused change is not", async () => {
    const { viewers, company, admin } = await scene();
    const { body } = await viewers.C.post("/api/boards", { name: "Ideas", slug: "ideas" });
    const path = `/api/boards/${String(body.id)}`;
    await viewers.C.patch(path, { name: "Wishes", isPrivate: true });
    await viewers.C.post("/api/boards", { name: "Twice", slug: "ideas" });
    await viewers.C.patch("/api/boards/reorder", { boardIds: [] });
    await viewers.C.patch("/api/boards/999999999", { name: "N" });
    await viewers.C.patch("/api/boards/reorder", { boardIds: [body.id] });
    await viewers.C.delete(path);
    await viewers.C.delete(path);
    expect(await auditOf(portal, company)).toMatchObject([
      { action: "board.create", subject: "Ideas", actor: admin.username },
      {
        action: "board.update",
        subject: "Wishes",
        details: { name: { from: "Ideas", to: "Wishes" }, isPrivate: { from: false, to: true } },
      },
      { action: "board.reorder" },
      { action: "board.delete", subject: "Wishes" },
    ]);
  });
});
