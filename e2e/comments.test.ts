import { commentsApi } from "#contract/comments.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { acme, acmeAdmin, newCustomer, signedIn } from "./support/accounts.ts";
import { failWith, holdBack } from "./support/apiCalls.ts";
import { callApi } from "./support/callApi.ts";
import { newItem } from "./support/feedbackItems.ts";
import { addressOf, goTo, untilHydrated } from "./support/goTo.ts";
import { originOf } from "./support/portalAddress.ts";
import { runSql } from "./support/runSql.ts";
import { shownToast } from "./support/shownToast.ts";
import { expect, test } from "./support/test.ts";
import { withoutLiveUpdates } from "./support/withoutLiveUpdates.ts";

const COMMENTS = /\/api\/feedback\/\d+\/comments(?:\?|$)/;

/** The call that posts one: those that list them say how many. */
const POST = /\/api\/feedback\/\d+\/comments$/;

test("an item without comments invites the first, which then stands there", async ({ open }) => {
  const customer = await newCustomer(acme, "Ada Lovelace");
  const { id } = await newItem(customer);
  const page = await open(customer);
  await goTo(page, `/feedback/${String(id)}`);
  await expect(page.getByText("No comments yet. Be the first to comment!")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Comments (0)" })).toBeVisible();
  await page.getByLabel("Your comment").fill("First!\nSecond line.");
  await page.getByLabel("Your comment").press("Control+Enter");
  const comment = page.getByRole("article", { name: "Comment by Ada Lovelace" });
  await expect(comment).toContainText("First!");
  await expect(comment).toContainText("AL");
  await expect(page.getByRole("heading", { name: "Comments (1)" })).toBeVisible();
  await expect(page.getByText("1 comment", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Your comment")).toHaveValue("");
});

test("an empty comment is not sent, and the field says why", async ({ open }) => {
  const customer = await newCustomer();
  const { id } = await newItem(customer);
  const page = await open(customer);
  await goTo(page, `/feedback/${String(id)}`);
  await page.getByLabel("Your comment").fill("   ");
  await page.getByRole("button", { name: "Post Comment" }).click();
  await expect(page.getByLabel("Your comment")).toHaveAccessibleDescription(
    "Comment cannot be empty",
  );
  await expect(page.getByLabel("Your comment")).toBeFocused();
});

test("a comment that fails is not lost, nor is a draft after a reload", async ({
  open,
  complaints,
}) => {
  complaints.expect(/status of 500/);
  const customer = await newCustomer();
  const { id } = await newItem(customer);
  const page = await open(customer);
  await goTo(page, `/feedback/${String(id)}`);
  await page.getByLabel("Your comment").fill("Worth keeping");
  await failWith(page, COMMENTS, 500, "Something went wrong");
  await page.getByRole("button", { name: "Post Comment" }).click();
  await expect(shownToast(page)).toContainText("Something went wrong");
  await expect(page.getByLabel("Your comment")).toHaveValue("Worth keeping");
  await page.unroute(COMMENTS);
  await page.reload();
  await untilHydrated(page);
  await expect(page.getByLabel("Your comment")).toHaveValue("Worth keeping");
  await page.getByRole("button", { name: "Post Comment" }).click();
  await expect(page.getByRole("article", { name: /^Comment by/ })).toContainText("Worth keeping");
  await page.reload();
  await untilHydrated(page);
  await expect(page.getByLabel("Your comment")).toHaveValue("");
});

test("one deletes one's own comments, after being asked, and nobody else's", async ({ open }) => {
  const author = await newCustomer(acme, "Ada Lovelace");
  const other = await newCustomer(acme, "Grace Hopper");
  const { id } = await newItem(author);
  const params = { id };
  await callApi(author, commentsApi.create, { params, body: { content: "Mine" } });
  await callApi(other, commentsApi.create, { params, body: { content: "Hers" } });
  const page = await open(author);
  await goTo(page, `/feedback/${String(id)}`);
  await expect(page.getByRole("button", { name: "Delete comment by Grace Hopper" })).toHaveCount(0);
  await page.getByRole("button", { name: "Delete comment by Ada Lovelace" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete Comment" });
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("article", { name: "Comment by Ada Lovelace" })).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Comments (1)" })).toBeFocused();

  const admin = await open(await signedIn(acmeAdmin, acme));
  await goTo(admin, `/feedback/${String(id)}`);
  await admin.getByRole("button", { name: "Delete comment by Grace Hopper" }).click();
  await admin.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(admin.getByText("No comments yet. Be the first to comment!")).toBeVisible();
});

test("what others write appears within half a minute", async ({ open }) => {
  const customer = await newCustomer();
  const other = await newCustomer(acme, "Grace Hopper");
  const { id } = await newItem(customer);
  const page = await open(customer);
  await page.clock.install();
  await goTo(page, `/feedback/${String(id)}`);
  await callApi(other, commentsApi.create, {
    params: { id },
    body: { content: "Out of the blue" },
  });
  await expect(page.getByText("Out of the blue")).toBeHidden();
  await page.clock.fastForward(31_000);
  await expect(page.getByText("Out of the blue")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Comments (1)" })).toBeVisible();
});

test("a visitor is led to sign in and back to the item to comment", async ({ open }) => {
  const customer = await newCustomer();
  const { id } = await newItem(customer);
  const page = await open(acme);
  const path = `/feedback/${String(id)}?from=%2Ffeedback`;
  await goTo(page, path);
  await page.getByRole("link", { name: "Log in to comment" }).click();
  await page.getByLabel("Work email").fill(customer.username);
  await page.getByLabel("Password", { exact: true }).fill(customer.password);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL(originOf(acme.host) + path);
  await expect(page.getByLabel("Your comment")).toBeVisible();
});

test("comments that cannot be loaded say so and can be tried again", async ({
  open,
  complaints,
}) => {
  complaints.expect(/status of 500/);
  const customer = await newCustomer();
  const { id, title } = await newItem(customer);
  const page = await open(customer);
  await failWith(page, COMMENTS, 500, "Something went wrong");
  await goTo(page, `/feedback?search=${encodeURIComponent(title)}`);
  await page.getByRole("article").getByRole("link").first().click();
  await expect(page).toHaveURL(new RegExp(`/feedback/${String(id)}`));
  await expect(page.getByRole("alert")).toContainText("Failed to fetch comments");
  await page.unroute(COMMENTS);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("No comments yet. Be the first to comment!")).toBeVisible();
});

const MAIN = { name: "Main" };

test("who leaves while a comment is being posted and comes back cannot post it twice", async ({
  open,
}) => {
  const customer = await newCustomer(acme, "Ada Lovelace");
  const { id } = await newItem(customer);
  const page = await open(customer);
  await goTo(page, `/feedback/${String(id)}`);
  const field = page.getByLabel("Your comment");
  await field.fill("Only once");
  const goOn = await holdBack(page, POST);
  const posting = page.getByRole("button", { name: "Posting..." });
  await page.getByRole("button", { name: "Post Comment" }).click();
  await expect(posting).toBeVisible();
  const comeBack = async () => {
    await page.getByRole("navigation", MAIN).getByRole("link", { name: "Changelog" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Changelog" })).toBeVisible();
    await page.goBack();
    await expect(field).toHaveValue("Only once");
  };
  await comeBack();
  await expect(posting).toBeVisible();
  await field.press("Control+Enter");
  await comeBack();
  goOn();
  await expect(page.getByRole("article", { name: "Comment by Ada Lovelace" })).toHaveText(
    /Only once$/,
  );
  await expect(page.getByRole("article", { name: "Comment by Ada Lovelace" })).toBeFocused();
  await expect(field).toHaveValue("");
  await expect(page.getByRole("button", { name: "Post Comment" })).toBeVisible();
  await page.reload();
  await untilHydrated(page);
  await expect(field).toHaveValue("");
  const { body: comments } = await callApi(customer, commentsApi.list, { params: { id } });
  expect(comments.map(({ content }) => content)).toEqual(["Only once"]);
});

test("what is typed after coming back to a comment that is being posted stays", async ({
  open,
}) => {
  const customer = await newCustomer(acme, "Ada Lovelace");
  const { id } = await newItem(customer);
  const page = await open(customer);
  await goTo(page, `/feedback/${String(id)}`);
  const field = page.getByLabel("Your comment");
  await field.fill("First thought");
  const goOn = await holdBack(page, POST);
  await page.getByRole("button", { name: "Post Comment" }).click();
  await page.getByRole("navigation", MAIN).getByRole("link", { name: "Changelog" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Changelog" })).toBeVisible();
  await page.goBack();
  await field.press("End");
  await field.pressSequentially(", and a second one");
  goOn();
  await expect(page.getByRole("article", { name: "Comment by Ada Lovelace" })).toHaveText(
    /First thought$/,
  );
  await expect(field).toHaveValue("First thought, and a second one");
  await page.reload();
  await untilHydrated(page);
  await expect(field).toHaveValue("First thought, and a second one");
});

test("a comment that is sent and left behind is no draft any more", async ({ open }) => {
  const customer = await newCustomer();
  const { id } = await newItem(customer);
  const page = await open(customer);
  await goTo(page, `/feedback/${String(id)}`);
  await page.getByLabel("Your comment").fill("Said in passing");
  const goOn = await holdBack(page, POST);
  await page.getByRole("button", { name: "Post Comment" }).click();
  await page.getByRole("navigation", MAIN).getByRole("link", { name: "Changelog" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Changelog" })).toBeVisible();
  const posted = page.waitForResponse(POST);
  goOn();
  await posted;
  await page.waitForTimeout(300);
  expect(addressOf(page)).toBe("/changelog");
  await page.goBack();
  await expect(page.getByRole("article", { name: /^Comment by/ })).toHaveText(/Said in passing$/);
  await expect(page.getByLabel("Your comment")).toHaveValue("");
});

test("a comment that somebody else has deleted goes when one deletes it, and the dialog with it", async ({
  open,
  complaints,
}) => {
  complaints.expect(/status of 404/);
  const author = await newCustomer(acme, "Ada Lovelace");
  const { id } = await newItem(author);
  const { body: comment } = await callApi(author, commentsApi.create, {
    params: { id },
    body: { content: "Mine" },
  });
  const page = await open(author);
  await withoutLiveUpdates(page);
  await goTo(page, `/feedback/${String(id)}`);
  await callApi(author, commentsApi.remove, { params: { id, commentId: comment.id } });
  await page.getByRole("button", { name: "Delete comment by Ada Lovelace" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete comment" });
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(shownToast(page)).toContainText("Comment not found");
  await expect(question).toBeHidden();
  await expect(page.getByText("No comments yet. Be the first to comment!")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Comments (0)" })).toBeFocused();
});

/** Comments 'No. 1.' to 'No. {many}.', a second apart. */
async function discuss(id: number, many: number): Promise<void> {
  await runSql(
    `insert into comment (company_id, feedback_id, content, created_at)
     select company_id, id, 'No. ' || n || '.', now() - ($2 - n) * interval '1 second'
     from feedback_item, generate_series(1, $2::integer) n where id = $1`,
    [id, many],
  );
  await runSql("update feedback_item set comments_count = $2 where id = $1", [id, many]);
}

test("a long discussion shows its newest comments, and by keyboard all those before them", async ({
  open,
}) => {
  const admin = await signedIn(acmeAdmin, acme);
  const { id } = await newItem(admin);
  const params = { id };
  await discuss(id, 205);
  await callApi(admin, feedbackApi.update, { params, body: { status: "planned" } });
  const visitor = await open(acme);
  await goTo(visitor, `/feedback/${String(id)}`);
  const entries = visitor.getByRole("article", { name: /^Comment by/ });
  const more = visitor.getByRole("button", { name: "Show earlier comments" });
  await expect(visitor.getByRole("heading", { name: "Comments (205)" })).toBeVisible();
  await expect(entries).toHaveCount(100);
  await expect(entries.first()).toContainText("No. 106.");
  await expect(entries.last()).toContainText("No. 205.");

  await more.focus();
  await more.press("Enter");
  await expect(entries).toHaveCount(200);
  await expect(entries.first()).toContainText("No. 6.");
  await expect(entries.first()).toBeFocused();

  await more.press("Enter");
  await expect(entries).toHaveCount(205);
  await expect(entries.first()).toContainText("No. 1.");
  await expect(entries.first()).toBeFocused();
  await expect(more).toHaveCount(0);

  // What others write and delete meanwhile leaves the earlier ones where they are.
  await callApi(admin, commentsApi.create, { params, body: { content: "No. 206." } });
  await expect(entries).toHaveCount(206);
  await expect(entries.last()).toContainText("No. 206.");
  await expect(visitor.getByRole("heading", { name: "Comments (206)" })).toBeVisible();
  await expect(entries.first()).toContainText("No. 1.");
});

test("earlier comments that are shown stay when others write and delete", async ({ open }) => {
  const admin = await signedIn(acmeAdmin, acme);
  const { id } = await newItem(admin);
  const params = { id };
  await discuss(id, 205);
  const visitor = await open(acme);
  await goTo(visitor, `/feedback/${String(id)}`);
  const entries = visitor.getByRole("article", { name: /^Comment by/ });
  const more = visitor.getByRole("button", { name: "Show earlier comments" });
  await more.press("Enter");
  await expect(entries).toHaveCount(200);
  const { body: comment } = await callApi(admin, commentsApi.create, {
    params,
    body: { content: "No. 206." },
  });
  await expect(entries.last()).toContainText("No. 206.");
  await expect(entries.first()).toContainText("No. 6.");
  await expect(entries).toHaveCount(201);
  await callApi(admin, commentsApi.remove, { params: { id, commentId: comment.id } });
  await expect(entries).toHaveCount(200);
  await expect(entries.first()).toContainText("No. 6.");
  await callApi(admin, commentsApi.create, { params, body: { content: "No. 207." } });
  await expect(entries.last()).toContainText("No. 207.");
  await more.press("Enter");
  await expect(entries).toHaveCount(206);
  const numbers = await entries.allTextContents();
  expect(numbers.map((text) => /No\. (\d+)\./.exec(text)?.[1])).toEqual(
    [...Array.from({ length: 205 }, (_, index) => index + 1), 207].map(String),
  );
});

test("the first of a hundred comments stays when another is written", async ({ open }) => {
  const admin = await signedIn(acmeAdmin, acme);
  const { id } = await newItem(admin);
  await discuss(id, 100);
  const visitor = await open(acme);
  await goTo(visitor, `/feedback/${String(id)}`);
  const entries = visitor.getByRole("article", { name: /^Comment by/ });
  await expect(entries).toHaveCount(100);
  await callApi(admin, commentsApi.create, { params: { id }, body: { content: "No. 101." } });
  await expect(entries.last()).toContainText("No. 101.");
  await expect(entries.first()).toContainText("No. 1.");
  await expect(entries).toHaveCount(101);
});

test("earlier comments that could not be fetched are asked for again", async ({
  open,
  complaints,
}) => {
  const { id } = await newItem(await signedIn(acmeAdmin, acme));
  await discuss(id, 101);
  const visitor = await open(acme);
  // The stream, when it opens, fetches the comments again, and with them those that are missing.
  await withoutLiveUpdates(visitor);
  await goTo(visitor, `/feedback/${String(id)}`);
  const entries = visitor.getByRole("article", { name: /^Comment by/ });
  complaints.expect(/status of 500/);
  await failWith(visitor, COMMENTS, 500, "Something went wrong");
  await visitor.getByRole("button", { name: "Show earlier comments" }).press("Enter");
  await expect(visitor.getByRole("alert")).toContainText("Failed to fetch comments");
  await expect(entries).toHaveCount(100);
  await visitor.unroute(COMMENTS);
  await visitor.getByRole("button", { name: "Try again" }).press("Enter");
  await expect(entries).toHaveCount(101);
  await expect(entries.first()).toContainText("No. 1.");
  await expect(entries.first()).toBeFocused();
});

test("earlier comments come too when those shown are being fetched again", async ({ open }) => {
  const admin = await signedIn(acmeAdmin, acme);
  const { id } = await newItem(admin);
  await discuss(id, 103);
  const visitor = await open(acme);
  await goTo(visitor, `/feedback/${String(id)}`);
  const entries = visitor.getByRole("article", { name: /^Comment by/ });
  const release = await holdBack(visitor, COMMENTS);
  const asked = visitor.waitForRequest(COMMENTS);
  await callApi(admin, commentsApi.create, { params: { id }, body: { content: "No. 104." } });
  await asked;
  await visitor.getByRole("button", { name: "Show earlier comments" }).press("Enter");
  await expect(visitor.getByRole("button", { name: "Loading..." })).toBeVisible();
  release();
  await expect(entries).toHaveCount(104);
  await expect(entries.first()).toContainText("No. 1.");
  await expect(entries.first()).toBeFocused();
  await expect(entries.last()).toContainText("No. 104.");
});

test("a comment written below a long discussion stands at its end, and one deleted goes", async ({
  open,
}) => {
  const admin = await signedIn(acmeAdmin, acme);
  const { id } = await newItem(admin);
  await discuss(id, 101);
  const page = await open(await newCustomer(acme, "Ada Lovelace"));
  await goTo(page, `/feedback/${String(id)}`);
  await expect(page.getByRole("heading", { name: "Comments (101)" })).toBeVisible();
  await page.getByLabel("Your comment").fill("Mine");
  await page.getByLabel("Your comment").press("Control+Enter");
  const mine = page.getByRole("article", { name: "Comment by Ada Lovelace" });
  await expect(mine).toBeFocused();
  await expect(page.getByRole("article", { name: /^Comment by/ }).last()).toContainText("Mine");
  await expect(page.getByRole("heading", { name: "Comments (102)" })).toBeVisible();
  await page.getByRole("button", { name: "Delete comment by Ada Lovelace" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(mine).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Comments (101)" })).toBeVisible();
});
