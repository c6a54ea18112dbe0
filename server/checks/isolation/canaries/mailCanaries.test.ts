import { beforeAll, expect, test } from "vitest";
import type { NotifiedActivity } from "#server/checks/fixtures/addDelivery.ts";
import { addDelivery } from "#server/checks/fixtures/addDelivery.ts";
import type { TestCompany, TestUser } from "#server/checks/fixtures/factories.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { composeNotificationMail } from "#server/features/notificationMails/composeNotificationMail.ts";
import type { ComposedDelivery } from "#server/features/notificationMails/notificationMail.ts";
import type { Owner } from "./canaryRegistry.ts";
import { CanaryRegistry } from "./canaryRegistry.ts";

// Canary words are in every text of company A's private boards, in the e-mail address of the items'
// author and in every text of company B. All recipients follow every item and were notified of
// every activity, as if all boards had been public before. No mail may contain a word that its
// recipient may not read.

const KINDS = ["immediate", "daily", "weekly"] as const;

let portal: TestPortal;
let a: TestCompany;
let b: TestCompany;
let author: TestUser;
const registry = new CanaryRegistry();
const notified = new Map<TestCompany, NotifiedActivity[]>();

beforeAll(async () => {
  portal = await startTestPortal();
  [a, b] = [await portal.company(), await portal.company()];
  author = await accountWithSecretAddress("company_admin", a);
  for (const company of [a, b]) {
    const owner = company === b ? "B" : null;
    const visible = await portal.board(company, { name: wordFor(owner, "board.name") });
    const hidden = { isPrivate: true, name: wordFor("adminsOfA", "board.name") };
    const becamePrivate = await portal.board(company, hidden);
    const moved = await itemWithActivities(visible, "adminsOfA", "a moved item");
    await portal.sql("update feedback_item set board_id = $1 where id = $2", [
      becamePrivate.id,
      moved[0]?.feedbackId,
    ]);
    const ofVisible = await itemWithActivities(visible, owner, "a visible item");
    notified.set(company, [
      ...ofVisible,
      await movedComment(ofVisible[0]?.feedbackId ?? 0, becamePrivate),
      ...(await itemWithActivities(becamePrivate, "adminsOfA", "an item of a private board")),
      ...moved,
    ]);
  }
});

/**
 * Returns a text with the owner's canary word, or a text without a canary word if `owner` is null.
 */
const wordFor = (owner: Owner | null, place: string) =>
  owner === null ? `Public ${place}` : registry.plant(owner, place);

async function accountWithSecretAddress(...who: Parameters<TestPortal["user"]>) {
  const account = await portal.user(...who);
  const address = `${registry.plant("provider", "user_account.username")}@example.com`;
  await portal.sql("update user_account set username = $1 where id = $2", [address, account.id]);
  return account;
}

async function itemWithActivities(
  board: { id: number },
  owner: Owner | null,
  place: string,
): Promise<NotifiedActivity[]> {
  const word = (field: string) => wordFor(owner, `${field} of ${place}`);
  const { id: feedbackId } = await portal.item(board, {
    title: word("title"),
    description: word("description"),
    userId: author.id,
  });
  const content = word("comment");
  const { id: commentId } = await portal.comment(
    { id: feedbackId },
    { content, userId: author.id },
  );
  const by = { feedbackId, actorId: author.id };
  return [
    { ...by, kind: "item_submitted", reason: "admin" },
    { ...by, kind: "item_submitted" },
    {
      ...by,
      kind: "status_changed",
      data: { fromStatus: "new", toStatus: "planned", note: word("note") },
    },
    { ...by, kind: "comment_added", data: { commentId, commentsCount: 1 } },
  ];
}

/** Returns the activity of a comment on an item that a merge has moved to a private item since. */
async function movedComment(
  feedbackId: number,
  privateBoard: { id: number },
): Promise<NotifiedActivity> {
  const content = wordFor("adminsOfA", "comment that a merge moved");
  const target = await portal.item(privateBoard);
  const { id: commentId } = await portal.comment(target, { content, userId: author.id });
  const data = { commentId, commentsCount: 1 };
  return { feedbackId, actorId: author.id, kind: "comment_added", data };
}

/** Composes mails of all kinds about all activities of a company. */
async function composeAll(company: TestCompany, user: TestUser): Promise<string[]> {
  await portal.sql(
    `insert into follow (company_id, feedback_id, user_id, level)
     select company_id, id, $2, 'all' from feedback_item where company_id = $1
     on conflict do nothing`,
    [company.id, user.id],
  );
  const activities = notified.get(company) ?? [];
  const recipient = { companyId: company.id, userId: user.id };
  const deliveries: ComposedDelivery[] = [];
  for (const kind of KINDS)
    deliveries.push(await addDelivery(portal.sql, { ...recipient, kind }, activities));
  for (const activity of activities)
    deliveries.push(await addDelivery(portal.sql, recipient, [activity]));
  const mails: string[] = [];
  for (const delivery of deliveries) {
    const mail = await composeNotificationMail(portal.database.system, delivery, portal.config);
    if (mail) mails.push(JSON.stringify({ ...mail, to: undefined }));
  }
  return mails;
}

const secretsIn = (mails: string[], owners: Owner[]) =>
  registry.find(mails.join("\n"), new Set(owners));

test("no mail contains a canary word of a private board, another company or an e-mail address that the mail's recipient is not allowed to read", async () => {
  const former = await portal.user("company_admin", a);
  await portal.sql("update user_account set role = 'user' where id = $1", [former.id]);
  const recipients = [
    await portal.user("user", a),
    await portal.user("user", b),
    await portal.user("user"),
    await portal.user("company_admin", b),
    former,
  ];
  for (const recipient of recipients) {
    const mails = await composeAll(a, recipient);
    // For each kind, the recipient gets one mail about several updates. The recipient also gets
    // three mails about one update each, because three notifications of the visible item are for
    // followers.
    expect(mails).toHaveLength(KINDS.length + 3);
    expect(secretsIn(mails, ["adminsOfA", "B", "provider"])).toEqual([]);
  }
});

test("a deactivated admin gets no mails", async () => {
  const blocked = await portal.user("company_admin", a);
  await portal.sql("update user_account set is_active = false where id = $1", [blocked.id]);
  expect(await composeAll(a, blocked)).toEqual([]);
});

test("mails to a company's admin contain canary words of that company's private boards, but no canary words of e-mail addresses or of another company", async () => {
  const admin = await portal.user("company_admin", a);
  const mails = await composeAll(a, admin);
  expect(secretsIn(mails, ["adminsOfA"]).length).toBeGreaterThan(6);
  expect(secretsIn(mails, ["B", "provider"])).toEqual([]);
  const customer = await portal.user("user", b);
  expect(secretsIn(await composeAll(b, customer), ["B"]).length).toBeGreaterThan(2);
});
