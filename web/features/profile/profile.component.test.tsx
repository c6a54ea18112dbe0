import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { accountApi } from "#contract/account.ts";
import type { ImportedPost } from "#contract/importedPosts.ts";
import { importedPostsApi } from "#contract/importedPosts.ts";
import { A_PICTURE, accountData, accountServer } from "#web/testing/accountServer.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import { aCustomer, daysAgo } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { shownToast } from "#web/testing/shownToast.ts";

const profile = () => page.getByRole("region", { name: "Profile", exact: true });
const name = () => profile().getByRole("textbox", { name: "Full name" });
const button = (label: string) => profile().getByRole("button", { name: label });
const pictures = () => document.querySelectorAll(`img[src="${A_PICTURE}"]`).length;

test("users change their name by the rules of sign-up", async () => {
  const data = accountData({ user: aCustomer({ fullName: "Ada" }) });
  const server = accountServer(data);
  await openPage(server, "/settings");
  await expect.element(name()).toHaveValue("Ada");
  await userEvent.fill(name(), "x");
  await button("Save changes").click();
  await expect.element(profile().getByText(/at least 2 characters/)).toBeVisible();
  await userEvent.fill(name(), "Ada Lovelace");
  await button("Save changes").click();
  await expect.element(shownToast()).toMatchTextContent("Profile saved successfully");
  expect(server.calls(accountApi.changeProfile)).toMatchObject([
    { body: { fullName: "Ada Lovelace" } },
  ]);
  await expect
    .element(page.getByRole("button", { name: "Account menu of Ada Lovelace" }))
    .toBeVisible();
});

test("users upload a picture, which is also shown in the header, and remove it", async () => {
  const server = accountServer(accountData());
  await openPage(server, "/settings");
  const file = new File(["x"], "me.png", { type: "image/png" });
  const input = profile().getByLabelText("Picture", { exact: true });
  await expect.element(button("Upload picture")).toBeVisible();
  await userEvent.upload(input, file);
  await expect.element(shownToast()).toMatchTextContent("Picture saved successfully");
  await expect.poll(pictures).toBe(2);
  await expectWellMade("the settings with a picture");
  await button("Remove picture").click();
  await expect.poll(pictures).toBe(0);
  await expect.element(button("Upload picture")).toHaveFocus();
});

test("a refused picture is explained", async () => {
  const text = "Please select a PNG, JPG, WebP or GIF file";
  const server = accountServer(accountData());
  server.refuse(accountApi.savePicture, 400, "Validation failed", { errors: { picture: [text] } });
  await openPage(server, "/settings");
  const file = new File(["x"], "me.tiff", { type: "image/png" });
  await userEvent.upload(profile().getByLabelText("Picture", { exact: true }), file);
  await expect.element(shownToast()).toMatchTextContent(text);
});

/** A customer under whose name an item and a comment were imported. */
function withImported() {
  const item: ImportedPost = {
    feedbackId: 31,
    commentId: null,
    title: "Dark mode",
    excerpt: "Dim, please.",
    createdAt: daysAgo(2),
  };
  const comment = { ...item, commentId: 41, excerpt: "Me too", createdAt: daysAgo(3) };
  const data = accountData({ importedPosts: [item, comment] });
  const server = accountServer(data);
  const isOf = (id: number, commentId: number | undefined) => (post: ImportedPost) =>
    post.feedbackId === id && post.commentId === (commentId ?? null);
  server.respond(importedPostsApi.disown, ({ params, body }) => {
    const isDisowned = isOf(params.id, body.commentId);
    data.importedPosts = data.importedPosts.filter((post) => !isDisowned(post));
  });
  server.respond(importedPostsApi.takeBack, ({ params, body }) => {
    data.importedPosts.push(...[item, comment].filter(isOf(params.id, body.commentId)));
  });
  return server;
}

test("items and comments that were imported under the user's name are listed with their number, and can be disowned and taken back", async () => {
  const server = withImported();
  await openPage(server, "/settings");
  const card = page.getByRole("region", { name: "Imported under my name", exact: true });
  await expect.element(card).toMatchTextContent(/2 posts/);
  const rows = card.getByRole("listitem");
  await expect.element(rows.nth(1)).toMatchTextContent(/Comment on Dark mode.*Me too/);
  await expect
    .element(rows.nth(1).getByRole("link"))
    .toHaveAttribute("href", "/feedback/31#comment-41");
  await expectWellMade("the settings with imported posts");
  await rows.nth(1).getByRole("button").click();
  await expect.element(rows).toHaveLength(1);
  await shownToast().getByRole("button", { name: "Undo" }).click();
  await expect.element(rows).toHaveLength(2);
  await rows.nth(0).getByRole("button").click();
  await expect.element(rows).toHaveLength(1);
});
