import { beforeAll, beforeEach, expect, test } from "vitest";
import type { NotifiedActivity } from "#server/checks/fixtures/addDelivery.ts";
import { addDelivery } from "#server/checks/fixtures/addDelivery.ts";
import { itemScene } from "#server/checks/fixtures/itemScene.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { composeNotificationMail } from "./composeNotificationMail.ts";
import type { ComposedDelivery } from "./notificationMail.ts";

let portal: TestPortal;
let scene: Awaited<ReturnType<typeof itemScene>>;
let admin: Awaited<ReturnType<TestPortal["user"]>>;

beforeAll(async () => {
  portal = await startTestPortal({ REQUIRE_CONFIRMED_EMAIL: "1" });
});

beforeEach(async () => {
  scene = await itemScene(portal);
  admin = await portal.user("company_admin", scene.company);
  await follow(scene.customer.id, "all");
});

const compose = (delivery: ComposedDelivery) =>
  composeNotificationMail(portal.database.system, delivery, portal.config);

async function follow(userId: number, level: string) {
  await portal.sql(
    `insert into follow (company_id, feedback_id, user_id, level) values ($1, $2, $3, $4)
     on conflict (company_id, feedback_id, user_id) do update set level = excluded.level`,
    [scene.company.id, scene.item.id, userId, level],
  );
}

const planned = (note: string | null = null): NotifiedActivity => ({
  feedbackId: scene.item.id,
  kind: "status_changed",
  data: { fromStatus: "new", toStatus: "planned", note },
  actorId: admin.id,
});

async function commented(content: string): Promise<NotifiedActivity & { commentId: number }> {
  const { id } = await portal.comment(scene.item, { content, userId: admin.id });
  const data = { commentId: id, commentsCount: 1 };
  return {
    feedbackId: scene.item.id,
    kind: "comment_added",
    data,
    actorId: admin.id,
    commentId: id,
  };
}

const deliver = (...activities: NotifiedActivity[]) =>
  addDelivery(portal.sql, { companyId: scene.company.id, userId: scene.customer.id }, activities);

const outcomes = async ({ id }: ComposedDelivery) =>
  (
    await portal.sql<{ mail: string }>(
      "select mail from notification where delivery_id = $1 order by id",
      [id],
    )
  ).map(({ mail }) => mail);

test("the mail about a new status names the status in the subject, and its text contains the note, the reason for the mail and the links", async () => {
  const mail = await compose(await deliver(planned("In the next quarter.")));
  const url = `http://${scene.company.host}:3000`;
  const [{ token } = { token: "" }] = await portal.sql<{ token: string }>(
    "select unsubscribe_token as token from user_account where id = $1",
    [scene.customer.id],
  );
  expect(mail).toMatchObject({
    to: scene.customer.username,
    fromName: scene.company.name,
    subject: `Planned: ${scene.item.title}`,
    unsubscribeUrl: `${url}/unsubscribe/${token}`,
  });
  expect(mail?.text).toBe(`${scene.item.title}

${admin.fullName} (${scene.company.name} team) changed the status to Planned:

> In the next quarter.

View the item: ${url}/feedback/${String(scene.item.id)}

--

You get this because you follow this item.
Change what you get or unsubscribe: ${url}/unsubscribe/${token}
${scene.company.name}: ${url}
`);
});

test("all mails to an account contain the same unsubscribe token", async () => {
  const first = await compose(await deliver(planned()));
  const second = await compose(await deliver(planned()));
  expect(second?.unsubscribeUrl).toBe(first?.unsubscribeUrl);
});

test("composing a delivery again after the first process was killed results in the same mail", async () => {
  const delivery = await deliver(planned("A note"), await commented("A comment"));
  expect(await compose(delivery)).toEqual(await compose(delivery));
});

test("a mail's subject says what happened or how many updates the item has", async () => {
  const { title } = scene.item;
  const comment = await commented("Hello");
  expect((await compose(await deliver(comment)))?.subject).toBe(`New comment: ${title}`);
  expect((await compose(await deliver(comment, planned())))?.subject).toBe(`2 updates: ${title}`);
});

test("the mail to an admin about a new item contains the item's description", async () => {
  const activity = {
    feedbackId: scene.item.id,
    kind: "item_submitted",
    reason: "admin",
  } as const;
  const recipient = { companyId: scene.company.id, userId: admin.id };
  const mail = await compose(await addDelivery(portal.sql, recipient, [activity]));
  expect(mail?.subject).toBe(`New feedback: ${scene.item.title}`);
  expect(mail?.text).toContain(`A visitor submitted this:\n\n> What ${scene.item.title} is about`);
  expect(mail?.text).toContain(`because you are an admin of ${scene.company.name}.`);
});

test("a digest groups updates by item, begins with the newest item, and counts omitted items and updates", async () => {
  const board = await portal.board(scene.company);
  const items = await Promise.all(Array.from({ length: 52 }, () => portal.item(board)));
  const { companyId, userId } = await deliver();
  for (const item of items)
    await portal.sql(
      "insert into follow (company_id, feedback_id, user_id, level) values ($1, $2, $3, 'all')",
      [companyId, item.id, userId],
    );
  const several = [planned("One"), planned("Two"), planned("Three"), planned("Four")];
  const digest = { companyId, userId, kind: "weekly" as const };
  const mail = await compose(
    await addDelivery(portal.sql, digest, [
      ...items.map(({ id }) => ({ ...planned(), feedbackId: id })),
      ...several,
    ]),
  );
  expect(mail?.subject).toBe(`${scene.company.name}: 56 updates this week`);
  const shown = mail?.text.split("\n").filter((line) => line.startsWith("* "));
  expect(shown).toHaveLength(50);
  expect(shown?.slice(0, 2)).toEqual([scene.item.title, items.at(-1)?.title].map((t) => `* ${t}`));
  expect(mail?.text).toContain("And 3 more items");
  expect(mail?.text).toContain("1 earlier update\n");
  expect(mail?.text).toMatch(/> Two[^]*> Three[^]*> Four/);
  expect(mail?.text).not.toContain("> One");
  expect(mail?.text).toContain("View all updates: http");
});

/**
 * Changes that are made after the notifications were created and before the mail is composed. After
 * each of these changes, the account must not get the mail.
 */
const REASONS_NOT_TO_TELL: Record<string, () => Promise<unknown>> = {
  "whose board became private": () =>
    portal.sql(
      "update board set is_private = true where id = (select board_id from feedback_item where id = $1)",
      [scene.item.id],
    ),
  "that was moved to a private board": async () => {
    const { id } = await portal.board(scene.company, { isPrivate: true });
    await portal.sql("update feedback_item set board_id = $1 where id = $2", [id, scene.item.id]);
  },
  "whose follower chose the level off": () => follow(scene.customer.id, "off"),
  "that is no longer followed": () =>
    portal.sql("delete from follow where user_id = $1", [scene.customer.id]),
  "whose follower turned off mails": () =>
    portal.sql("update user_account set email_pace = 'off' where id = $1", [scene.customer.id]),
  "whose follower's account was deactivated": () =>
    portal.sql("update user_account set is_active = false where id = $1", [scene.customer.id]),
  "whose follower's address is no longer confirmed": () =>
    portal.sql("update user_account set confirmed_at = null where id = $1", [scene.customer.id]),
  "of a company that is being deleted": () =>
    portal.sql("update company set closed_at = now() where id = $1", [scene.company.id]),
};

test.each(Object.keys(REASONS_NOT_TO_TELL))(
  "no mail is composed about a followed item %s",
  async (what) => {
    const delivery = await deliver(planned("A note"), await commented("A comment"));
    await REASONS_NOT_TO_TELL[what]?.();
    expect(await compose(delivery)).toBeNull();
  },
);

test("a mail to a follower who has chosen 'status changes' contains only changes of status and the team's comments", async () => {
  const byCustomer = await commented("A customer's comment");
  const byTeam = await commented("The team's comment");
  byTeam.data = { ...byTeam.data, isByTeam: true };
  const delivery = await deliver(byCustomer, byTeam, planned("A note"));
  await follow(scene.customer.id, "status");
  const mail = await compose(delivery);
  expect(await outcomes(delivery)).toEqual(["dropped", "mailed", "mailed"]);
  expect(mail?.text).not.toContain("A customer's comment");
  expect(mail?.text).toContain("The team's comment");
  expect(mail?.text).toContain("A note");
});

test("a notification of a deleted comment is marked as dropped, and the mail contains no word of the comment", async () => {
  const deleted = await commented("Words of the deleted comment");
  const delivery = await deliver(deleted, planned("The note stays"));
  await portal.sql("delete from comment where id = $1", [deleted.commentId]);
  const mail = await compose(delivery);
  expect(await outcomes(delivery)).toEqual(["dropped", "mailed"]);
  expect(mail?.subject).toBe(`Planned: ${scene.item.title}`);
  expect(JSON.stringify(mail)).not.toContain("deleted comment");
  expect(mail?.text).toContain("The note stays");
});

test("a notification of a comment that a merge moved to a private item is marked as dropped, and the mail contains no word of the comment", async () => {
  const moved = await commented("Words of the moved comment");
  const delivery = await deliver(moved, planned("The note stays"));
  const secret = await portal.board(scene.company, { isPrivate: true });
  const { id: targetId } = await portal.item(secret);
  const merge = `/api/feedback/${String(scene.item.id)}/merge`;
  expect((await portal.visitor(scene.company.host, admin).post(merge, { targetId })).status).toBe(
    200,
  );
  const mail = await compose(delivery);
  expect(await outcomes(delivery)).toEqual(["dropped", "mailed"]);
  expect(JSON.stringify(mail)).not.toContain("moved comment");
  expect(mail?.text).toContain("The note stays");
});

test("a digest leaves out the notifications of an item that became private, and they stay left out when the item becomes public again", async () => {
  const secret = await portal.board(scene.company, { name: "Secret board" });
  const hidden = await portal.item(secret, { title: "Hidden title", userId: scene.customer.id });
  const { companyId, userId } = await deliver();
  const delivery = await addDelivery(portal.sql, { companyId, userId, kind: "daily" }, [
    { ...planned("Hidden note"), feedbackId: hidden.id, reason: "author" },
    planned("Visible note"),
  ]);
  await portal.sql("update board set is_private = true where id = $1", [secret.id]);
  const mail = await compose(delivery);
  expect(mail?.subject).toBe(`${scene.company.name}: 1 update today`);
  expect(JSON.stringify(mail)).not.toContain("Hidden");
  expect(mail?.text).toContain("Visible note");
  await portal.sql("update board set is_private = false where id = $1", [secret.id]);
  expect(await compose(delivery)).toEqual(mail);
  expect(await outcomes(delivery)).toEqual(["dropped", "mailed"]);
});

test("a former admin gets no mails about a private board", async () => {
  const board = await portal.board(scene.company, { isPrivate: true });
  const item = await portal.item(board);
  const activity = {
    ...planned(),
    feedbackId: item.id,
    kind: "item_submitted",
    actorId: null,
    reason: "admin",
  } as const;
  const recipient = { companyId: scene.company.id, userId: admin.id };
  expect(await compose(await addDelivery(portal.sql, recipient, [activity]))).not.toBeNull();
  await portal.sql("update user_account set role = 'user' where id = $1", [admin.id]);
  expect(await compose(await addDelivery(portal.sql, recipient, [activity]))).toBeNull();
});

test("a mail says that the recipient was answered or mentioned, and a former admin gets no mail about a note", async () => {
  const { company, item } = scene;
  const answered = { ...(await commented("Here it is")), reason: "answered" } as const;
  const mail = await compose(await deliver(answered));
  expect(mail?.subject).toBe(`New answer: ${item.title}`);
  expect(mail?.text).toContain("answered your comment:\n\n> Here it is");
  expect(mail?.text).toContain("because you wrote the comment that was answered.");
  const colleague = await portal.user("company_admin", company);
  const note = await portal.comment(item, { content: "For us", visibility: "internal" });
  const mentioned = {
    feedbackId: item.id,
    kind: "note_added",
    reason: "mentioned",
    actorId: admin.id,
    data: { commentId: note.id },
  } as const;
  const delivery = () =>
    addDelivery(portal.sql, { companyId: company.id, userId: colleague.id }, [mentioned]);
  expect(await compose(await delivery())).toMatchObject({
    subject: `You were mentioned: ${item.title}`,
    text: expect.stringContaining("mentioned you in an internal note:\n\n> For us"),
  });
  await portal.sql("update user_account set role = 'user' where id = $1", [colleague.id]);
  expect(await compose(await delivery())).toBeNull();
});

test("an admin of another company gets no mails about a private board", async () => {
  const board = await portal.board(scene.company, { isPrivate: true });
  const item = await portal.item(board, { title: "Private title" });
  const stranger = await portal.user("company_admin", await portal.company());
  await portal.sql(
    "insert into follow (company_id, feedback_id, user_id, level) values ($1, $2, $3, 'all')",
    [scene.company.id, item.id, stranger.id],
  );
  const recipient = { companyId: scene.company.id, userId: stranger.id };
  const delivery = await addDelivery(portal.sql, recipient, [
    { ...planned(), feedbackId: item.id },
  ]);
  expect(await compose(delivery)).toBeNull();
  expect(await outcomes(delivery)).toEqual(["dropped"]);
});

test("a voter without a follow row gets mails until the voter withdraws the vote", async () => {
  const voter = await portal.user("user", scene.company);
  await portal.sql("update feedback_item set votes = 1 where id = $1", [scene.item.id]);
  await portal.sql("insert into user_vote (company_id, feedback_id, user_id) values ($1, $2, $3)", [
    scene.company.id,
    scene.item.id,
    voter.id,
  ]);
  const recipient = { companyId: scene.company.id, userId: voter.id };
  const activity = { ...planned(), reason: "voted" } as const;
  const mail = await compose(await addDelivery(portal.sql, recipient, [activity]));
  expect(mail?.text).toContain("You get this because you voted for this item.");
  await portal.sql("delete from user_vote where user_id = $1", [voter.id]);
  expect(await compose(await addDelivery(portal.sql, recipient, [activity]))).toBeNull();
});

test("links in mails lead to the company's host, even if the admin worked on the product's own host", async () => {
  const { companyId, userId } = await deliver();
  const unsubscribeUrlAt = async (origin: string) =>
    (await compose(await addDelivery(portal.sql, { companyId, userId, origin }, [planned()])))
      ?.unsubscribeUrl;
  const host = scene.company.host;
  expect(await unsubscribeUrlAt("https://localhost")).toMatch(`https://${host}/unsubscribe/`);
  expect(await unsubscribeUrlAt(`http://${host}:8080`)).toMatch(`http://${host}:8080/unsubscribe/`);
});
