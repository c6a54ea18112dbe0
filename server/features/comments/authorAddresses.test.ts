import { beforeAll, describe, expect, test } from "vitest";
import type { Comment } from "#contract/comments.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { castOf } from "#server/checks/fixtures/viewers.ts";

// Tests the rules on authors' e-mail addresses in docs/product-decisions.md "Feedback".

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

async function scene() {
  const company = await portal.company();
  const cast = await castOf(portal, company);
  const author = await portal.user("user", company);
  const item = await portal.item(await portal.board(company), { userId: author.id });
  await portal.comment(item, { userId: author.id });
  const path = `/api/feedback/${String(item.id)}`;
  const comments = `${path}/comments`;
  const usernamesFor = async (viewer: keyof typeof cast.viewers) => {
    const { body } = await cast.viewers[viewer].get(comments);
    return (body as Comment[]).map(({ user }) => user?.username);
  };
  const itemAuthorFor = async (viewer: keyof typeof cast.viewers) =>
    (await cast.viewers[viewer].get(path)).body.author;
  return { ...cast, company, author, item, comments, usernamesFor, itemAuthorFor };
}

describe("the e-mail address of the author of an item or comment", () => {
  test.each(["A", "U", "P", "V"] as const)(
    "viewer %s, who is not an admin of the company, sees an author's name, and of a comment's author also the first character of the e-mail address",
    async (viewer) => {
      const { viewers, author, comments, itemAuthorFor } = await scene();
      const { body } = await viewers[viewer].get(comments);
      expect(body).toMatchObject([{ user: { username: "u•••", fullName: author.fullName } }]);
      expect(await itemAuthorFor(viewer)).toEqual({ fullName: author.fullName, pictureUrl: null });
    },
  );

  test.each(["C", "T", "W"] as const)(
    "viewer %s, an admin of the company or a super admin, sees an author's full e-mail address",
    async (viewer) => {
      const { author, usernamesFor, itemAuthorFor } = await scene();
      expect(await usernamesFor(viewer)).toEqual([author.username]);
      const { fullName, username } = author;
      expect(await itemAuthorFor(viewer)).toEqual({ fullName, username, pictureUrl: null });
    },
  );

  test("authors see their own full e-mail address but no other author's full address", async () => {
    const { viewers, user, comments, usernamesFor } = await scene();
    const { body } = await viewers.U.post(comments, { content: "Mine" });
    expect(body.user.username).toBe(user.username);
    expect(await usernamesFor("U")).toEqual(["u•••", user.username]);
    expect(await usernamesFor("P")).toEqual(["u•••", user.username]);
    expect(await usernamesFor("A")).toEqual(["u•••", "u•••"]);
  });

  test("visitors see only the first character of the e-mail address of an admin who comments", async () => {
    const { viewers, comments, usernamesFor } = await scene();
    for (const admin of ["C", "T"] as const) await viewers[admin].post(comments, { content: "We" });
    expect(await usernamesFor("V")).toEqual(["u•••", "u•••", "u•••"]);
  });

  test("the cached response to an anonymous visitor contains no full e-mail address after an admin has read the comments", async () => {
    const { usernamesFor } = await scene();
    for (const viewer of ["A", "C", "A", "A"] as const) await usernamesFor(viewer);
    expect(await usernamesFor("A")).toEqual(["u•••"]);
  });

  test("the first character of an author's e-mail address is not cut in two if it is outside Unicode's basic plane", async () => {
    const { author, usernamesFor } = await scene();
    await portal.sql("update user_account set username = '𝒳' || username where id = $1", [
      author.id,
    ]);
    expect(await usernamesFor("A")).toEqual(["𝒳•••"]);
  });
});
