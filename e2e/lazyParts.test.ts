import { commentsApi } from "#contract/comments.ts";
import { acme, acmeAdmin, newCustomer, signedIn } from "./support/accounts.ts";
import { holdBack } from "./support/apiCalls.ts";
import { callApi } from "./support/callApi.ts";
import { newItem } from "./support/feedbackItems.ts";
import { goTo } from "./support/goTo.ts";
import { expect, test } from "./support/test.ts";

const COMMENT_FORM = /\/assets\/CommentForm-[^/]*\.js$/;

test("a comment typed before the form's code has loaded survives a live update and a reload", async ({
  open,
}) => {
  const customer = await newCustomer();
  const { id } = await newItem(customer);
  const page = await open(customer);
  const release = await holdBack(page, COMMENT_FORM);
  await goTo(page, `/feedback/${String(id)}`);
  const field = page.getByLabel("Your comment");
  await field.fill("Typed early");
  const post = page.getByRole("button", { name: "Post comment" });
  await expect(post).toBeDisabled();
  const params = { id: String(id) };
  await callApi(await newCustomer(), commentsApi.create, {
    params,
    body: { content: "Somebody was quicker" },
  });
  await expect(page.getByText("Somebody was quicker")).toBeVisible();
  await expect(field).toHaveValue("Typed early");
  await expect(field).toBeFocused();
  release();
  await expect(post).toBeEnabled();
  await expect(field).toHaveValue("Typed early");
  await expect(field).toBeFocused();
  await page.reload();
  await expect(post).toBeEnabled();
  await expect(field).toHaveValue("Typed early");
  await post.click();
  await expect(
    page.getByRole("article", { name: /^Comment by/ }).filter({ hasText: "Typed early" }),
  ).toBeVisible();
});

test("an error is shown in place of a form whose code fails to load, and the form works after 'Try again'", async ({
  open,
  complaints,
}) => {
  // React logs an error when it renders the failed part or the page again.
  complaints.expect(
    /ERR_FAILED|Failed to fetch dynamically imported module|React error #(?:422|520)/,
  );
  const customer = await newCustomer();
  const { id, title } = await newItem(customer);
  const page = await open(customer);
  await page.route(COMMENT_FORM, (route) => route.abort());
  await goTo(page, `/feedback/${String(id)}`);
  const failure = page
    .getByRole("alert")
    .filter({ hasText: "This part of the page could not be loaded." });
  await expect(failure).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await page.unroute(COMMENT_FORM);
  await failure.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("button", { name: "Post comment" })).toBeEnabled();
  await expect(failure).toHaveCount(0);
});

test("a menu button that is pressed before the menu's code has loaded opens the menu once the code has loaded, and the first option gets the focus", async ({
  open,
}) => {
  const page = await open(acme);
  const release = await holdBack(page, /\/assets\/ThemeMenuPanel-/);
  await goTo(page, "/feedback");
  const button = page.getByRole("button", { name: "Theme" });
  await button.press("Enter");
  await expect(page.getByRole("menu")).toHaveCount(0);
  release();
  await expect(page.getByRole("menuitemradio").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
});

test("admins use their keys as soon as a list is hydrated, and visitors load no code of the admins' form of a page", async ({
  open,
}) => {
  const adminCode = /\/assets\/(?:\w+AdminPage|listTools)-/;
  const admin = await open(await signedIn(acmeAdmin, acme));
  await goTo(admin, "/feedback");
  await admin.keyboard.press("j");
  await admin.keyboard.press("x");
  await expect(admin.getByRole("region", { name: "Selected items" })).toBeVisible();
  const roadmap = admin.waitForRequest(/\/assets\/RoadmapAdminPage-/);
  await admin.getByRole("link", { name: "Roadmap" }).first().hover();
  await roadmap;
  const visitor = await open(acme);
  const loaded: string[] = [];
  visitor.on("request", (request) => loaded.push(request.url()));
  await goTo(visitor, "/feedback");
  await visitor.getByRole("link", { name: "Roadmap" }).first().hover();
  await expect.poll(() => loaded.some((url) => url.includes("/assets/RoadmapPage-"))).toBe(true);
  expect(loaded.filter((url) => adminCode.test(url))).toEqual([]);
});

test("Markdown that the server has drawn stays without the code that draws it, and a changed text is drawn by the browser", async ({
  open,
}) => {
  const customer = await newCustomer();
  const description = "Some **bold** text\n\n- one\n- two [link](https://a.example)";
  const { id } = await newItem(customer, { description });
  const page = await open(customer);
  const drawing: string[] = [];
  page.on("request", (request) => {
    if (/\/assets\/DrawnMarkdown-/.test(request.url())) drawing.push(request.url());
  });
  await goTo(page, `/feedback/${String(id)}`);
  const item = page.getByRole("listitem").filter({ hasText: "two" });
  await expect(item).toHaveCSS("list-style-type", "disc");
  await expect(page.getByRole("link", { name: "link", exact: true })).toHaveAttribute(
    "rel",
    "nofollow ugc noopener",
  );
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const field = page.getByRole("dialog").getByLabel("Description");
  await expect(field).toHaveValue(description);
  expect(drawing).toEqual([]);
  await field.fill("Now *italic*");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("emphasis")).toHaveText("italic");
  await expect(item).toHaveCount(0);
  expect(drawing).toHaveLength(1);
});
