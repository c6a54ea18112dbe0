import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { Webhook } from "standardwebhooks";
import { eventSchema, WEBHOOK_EVENTS } from "#contract/webhookEvents.ts";
import type { WebhookEventType } from "#contract/webhookEvents.ts";
import type { ApiScope } from "#contract/scopes.ts";
import { makeApiKey, withApiKey } from "#server/checks/fixtures/apiKeyOf.ts";
import { auditOf } from "#server/checks/fixtures/auditOf.ts";
import { commitWhenBlocked } from "#server/checks/fixtures/openTransaction.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import type { WebhookReceiver } from "#server/checks/fixtures/webhookReceiver.ts";
import { startWebhookReceiver } from "#server/checks/fixtures/webhookReceiver.ts";
import {
  deliverWebhooks,
  recordWebhooks,
  webhookScene,
} from "#server/checks/fixtures/webhookScene.ts";
import { insertDeliveries } from "./events.queries.ts";

let portal: TestPortal;
let receiver: WebhookReceiver;
beforeAll(async () => {
  portal = await startTestPortal({ HEARBACK_DEV: "1" });
  receiver = await startWebhookReceiver();
});
afterEach(async () => {
  receiver.received.length = 0;
  await portal.sql("delete from webhook_endpoint");
});
afterAll(() => receiver.close());

interface Options {
  events?: readonly string[];
  kind?: string;
  boardIds?: number[] | null;
  includesPrivate?: boolean;
}

async function addWebhook(admin: Visitor, { events = WEBHOOK_EVENTS, ...options }: Options = {}) {
  const body = { name: "Warehouse", url: `${receiver.url}/in`, events, ...options };
  const { status, body: webhook } = await admin.post("/api/webhooks", body);
  expect([status, webhook.errors]).toEqual([201, undefined]);
  return webhook as { id: number; secret: string | null };
}

/** Delivers what is due, and returns the bodies in the order of their events. */
async function received() {
  await deliverWebhooks(portal);
  return receiver.received
    .splice(0)
    .map(({ body }) => JSON.parse(body))
    .toSorted((one, other) => one.timestamp.localeCompare(other.timestamp));
}

/** Returns the first request that the receiver got. */
function firstReceived() {
  const [first] = receiver.received;
  if (!first) throw new Error("Nothing was received");
  return first;
}

const typesOf = (events: readonly { type: string }[]) => events.map(({ type }) => type);

describe("an event", () => {
  test("a new item arrives as visitors see it, and Standard Webhooks' library verifies it", async () => {
    const { admin, voter, board } = await webhookScene(portal);
    const { secret } = await addWebhook(admin, { events: ["feedback.created"] });
    const { body: item } = await voter.post("/api/feedback", {
      title: "Recurring tasks",
      description: "Some **repeat**.",
      boardId: board.id,
    });
    await deliverWebhooks(portal);
    expect(receiver.received).toHaveLength(1);
    const { headers, body } = firstReceived();
    const verified = new Webhook(secret ?? "").verify(body, headers as Record<string, string>);
    expect(verified).toMatchObject({
      type: "feedback.created",
      data: {
        feedback: {
          id: item.id,
          title: "Recurring tasks",
          description: "Some **repeat**.",
          assigneeId: null,
          hasVoted: false,
          url: expect.stringMatching(new RegExp(`/feedback/${String(item.id)}$`)),
        },
      },
    });
    expect(body).not.toContain("@");
    expect(headers["webhook-id"]).toMatch(/^msg_[0-9a-f]{32}$/);
  });

  test("links to the company's host, also if a program works on the product's own host", async () => {
    const { admin, company, board } = await webhookScene(portal);
    await addWebhook(admin, { events: ["feedback.created"] });
    const { key } = await makeApiKey(admin);
    await withApiKey(portal, "localhost", key).post("/api/feedback", {
      title: "Recurring tasks",
      description: "Some repeat.",
      boardId: board.id,
    });
    const [event] = await received();
    expect(new URL(event.data.feedback.url).hostname).toBe(company.host);
  });

  test("each change of an item is an event of its kind, with the fields of its schema", async () => {
    const { admin, voter, item, path, board } = await webhookScene(portal);
    await addWebhook(admin);
    const target = await portal.item(board);
    await voter.post(`${path}/vote`);
    await voter.post(`${path}/comments`, { content: "Me *too*" });
    await admin.patch(path, { status: "planned", note: "Soon" });
    await admin.patch(path, { category: "bug" });
    await admin.post(`${path}/close`, { reason: "other" });
    // What is taken back before it is recorded is not sent.
    await recordWebhooks(portal);
    await admin.post(`${path}/reopen`);
    await admin.post(`${path}/merge`, { targetId: target.id });
    await recordWebhooks(portal);
    await admin.post(`${path}/unmerge`);
    const [comment] = await portal.sql<{ id: string }>(
      "select id from comment where feedback_id = $1",
      [item.id],
    );
    const commentPath = `${path}/comments/${String(comment?.id)}`;
    await voter.delete(commentPath);
    const events = await received();
    expect(typesOf(events).toSorted()).toEqual(
      [
        "comment.deleted",
        "comment.created",
        "feedback.closed",
        "feedback.merged",
        "feedback.reopened",
        "feedback.status_changed",
        "feedback.unmerged",
        "feedback.updated",
        "vote.created",
      ].toSorted(),
    );
    for (const event of events) eventSchema(event.type as WebhookEventType).parse(event);
    expect(events.find(({ type }) => type === "feedback.status_changed")?.data).toMatchObject({
      previousStatus: "new",
      status: "planned",
      note: "Soon",
    });
    expect(events.find(({ type }) => type === "feedback.updated")?.data.changedFields).toEqual([
      "category",
    ]);
    expect(events.find(({ type }) => type === "feedback.merged")?.data.target.id).toBe(target.id);
    await admin.delete(path);
    expect(await received()).toMatchObject([
      { type: "feedback.deleted", data: { feedback: { id: item.id, boardId: board.id } } },
    ]);
  });

  test("a changed comment, a published entry and a waiting post are events", async () => {
    const { admin, voter, path, board, company } = await webhookScene(portal);
    await addWebhook(admin);
    const { body: comment } = await voter.post(`${path}/comments`, { content: "Me too" });
    await received();
    await voter.patch(`${path}/comments/${String(comment.id)}`, { content: "Me as well" });
    const { body: entry } = await admin.post("/api/changelog", { title: "June", body: "News" });
    await admin.post(`/api/changelog/${String(entry.id)}/publish`, {});
    await portal.sql("update company set moderation = 'all' where id = $1", [company.id]);
    await voter.post("/api/feedback", { title: "Waits", description: "Yes", boardId: board.id });
    await voter.post(`${path}/comments`, { content: "Waits too" });
    const events = await received();
    expect(events).toMatchObject([
      { type: "comment.updated", data: { comment: { content: "Me as well" } } },
      { type: "changelog.published", data: { entry: { title: "June", editing: null } } },
      { type: "moderation.pending", data: { post: { kind: "feedback", title: "Waits" } } },
      { type: "moderation.pending", data: { post: { kind: "comment", content: "Waits too" } } },
    ]);
    for (const event of events) eventSchema(event.type as WebhookEventType).parse(event);
  });

  test("what only admins see is no event", async () => {
    const { admin, path, company } = await webhookScene(portal);
    await addWebhook(admin);
    const assignee = await portal.user("company_admin", company);
    await admin.post(`${path}/comments`, { content: "Between us", isInternal: true });
    await admin.patch(path, { assigneeId: assignee.id });
    expect(await received()).toEqual([]);
  });

  test("only chosen events of chosen boards are sent, with one id for all endpoints", async () => {
    const { admin, voter, path, board, company } = await webhookScene(portal);
    const other = await portal.item(await portal.board(company));
    await addWebhook(admin, { events: ["vote.created"], boardIds: [board.id] });
    await addWebhook(admin, { events: ["vote.created", "comment.created"] });
    await voter.post(`${path}/vote`);
    await voter.post(`/api/feedback/${String(other.id)}/vote`);
    await voter.post(`${path}/comments`, { content: "Me too" });
    await deliverWebhooks(portal);
    expect(receiver.received).toHaveLength(4);
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(new Set(ids).size).toBe(3);
  });

  test("events about private boards are sent only to endpoints that include them", async () => {
    const { admin, company, path } = await webhookScene(portal);
    const hidden = await portal.board(company, { isPrivate: true });
    const item = await portal.item(hidden, { title: "Canary" });
    await addWebhook(admin);
    const { body: canary } = await admin.post("/api/feedback", {
      title: "Canary",
      description: "Canary",
      boardId: hidden.id,
    });
    const canaryPath = `/api/feedback/${String(canary.id)}`;
    await admin.post(`${canaryPath}/vote`);
    await admin.post(`${canaryPath}/comments`, { content: "Canary" });
    await admin.patch(canaryPath, { status: "planned", note: "Canary" });
    await admin.post(`${canaryPath}/close`, { reason: "other", note: "Canary" });
    await admin.post(`${canaryPath}/reopen`);
    // The target of a merge that visitors see is left out, if they do not see the target.
    await admin.post(`${path}/merge`, { targetId: item.id });
    await recordWebhooks(portal);
    await admin.post(`${path}/unmerge`);
    await admin.delete(canaryPath);
    const sent = await received();
    expect(typesOf(sent)).toEqual(["feedback.merged", "feedback.unmerged"]);
    expect(sent.map(({ data }) => data.target)).toEqual([null, null]);
    expect(JSON.stringify(sent)).not.toContain("Canary");
    await addWebhook(admin, { includesPrivate: true });
    await admin.post(`/api/feedback/${String(item.id)}/comments`, { content: "Seen" });
    expect(typesOf(await received())).toEqual(["comment.created"]);
  });

  test("the target of a merge is sent only to endpoints that get the events of its board", async () => {
    const { admin, company, path, board } = await webhookScene(portal);
    const target = await portal.item(await portal.board(company), { title: "Canary" });
    await addWebhook(admin, { events: ["feedback.merged"], boardIds: [board.id] });
    await admin.post(`${path}/merge`, { targetId: target.id });
    const sent = await received();
    expect(sent.map(({ data }) => data.target)).toEqual([null]);
    expect(JSON.stringify(sent)).not.toContain("Canary");
  });

  test("nothing waits for an endpoint that is turned off while an event of it is recorded", async () => {
    const { admin, company } = await webhookScene(portal);
    const { id } = await addWebhook(admin, { events: ["vote.created"] });
    const deliveries = JSON.stringify([
      { endpointId: id, eventId: "msg_1", type: "vote.created", body: "{}", isPrivate: false },
    ]);
    await commitWhenBlocked(
      portal,
      {
        text: "update webhook_endpoint set state = 'off', off_reason = 'admin' where id = $1",
        values: [id],
        waiting: 1,
      },
      () => portal.database.system.all(insertDeliveries, { companyId: company.id, deliveries }),
    );
    expect(await portal.sql("select from webhook_delivery")).toHaveLength(0);
  });

  test("a company without an endpoint that gets votes stores nothing for a vote", async () => {
    const { admin, voter, path, company } = await webhookScene(portal);
    await addWebhook(admin, { events: ["feedback.created"] });
    await voter.post(`${path}/vote`);
    const stored = () =>
      portal.sql("select from activity where company_id = $1 and kind = 'vote_cast'", [company.id]);
    expect(await stored()).toHaveLength(0);
    const { id } = await addWebhook(admin, { events: ["vote.created"] });
    const second = portal.visitor(company.host, await portal.user("user", company));
    await second.post(`${path}/vote`);
    expect(await stored()).toHaveLength(1);
    await admin.patch(`/api/webhooks/${String(id)}`, { isOn: false });
    const third = portal.visitor(company.host, await portal.user("user", company));
    await third.post(`${path}/vote`);
    expect(await stored()).toHaveLength(1);
  });
});

describe("the endpoints of a company", () => {
  test("the secret is shown once, and neither it nor a chat's address is in later responses and in the audit log", async () => {
    const { admin, company } = await webhookScene(portal);
    const { secret } = await addWebhook(admin);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const chat = await admin.post("/api/webhooks", {
      kind: "slack",
      name: "Chat",
      url: "https://hooks.slack.com/services/T000/B000/secretpart",
      events: ["feedback.created"],
    });
    expect(chat.body).toMatchObject({ secret: null, url: "https://hooks.slack.com/services/…" });
    const listed = await admin.get("/api/webhooks");
    expect(listed.body).toHaveLength(2);
    const log = JSON.stringify([listed.body, await auditOf(portal, company)]);
    expect(log).toContain("webhook.create");
    expect(log).not.toContain("secretpart");
    expect(log).not.toContain((secret ?? "").slice(6));
  });

  test("for a day after a rotation, both secrets sign", async () => {
    const { admin, voter, path } = await webhookScene(portal);
    const { id, secret } = await addWebhook(admin, { events: ["vote.created"] });
    const rotated = await admin.post(`/api/webhooks/${String(id)}/secret`);
    await voter.post(`${path}/vote`);
    await deliverWebhooks(portal);
    const { headers, body } = firstReceived();
    for (const each of [secret ?? "", rotated.body.secret])
      expect(new Webhook(each).verify(body, headers as Record<string, string>)).toBeTruthy();
    await portal.sql("update webhook_secret set previous_until = now()");
    await admin.post(`/api/webhooks/${String(id)}/test`);
    receiver.received.length = 0;
    await deliverWebhooks(portal);
    const [later] = receiver.received;
    expect(later?.headers["webhook-signature"]).not.toContain(" ");
  });

  test.each([
    ["ftp://example.com/", "Enter an address that begins with https://"],
    ["http://example.com/in", "Enter an address that begins with https://"],
    ["nothing", "Enter an address that begins with https://"],
    ["https://10.0.0.1/in", "This address is not on the public internet"],
    ["https://[fd00:ec2::254]/in", "This address is not on the public internet"],
    ["https://169.254.169.254/latest", "This address is not on the public internet"],
    ["https://acme.localhost/in", "The address must not be one of this portal"],
    ["https://user:word@example.com/in", "The address must not contain a password"],
    ["https://example.com:8443/in", "The address must use the usual port of https, 443"],
  ])("the address %s is refused beside the field", async (url, message) => {
    const { admin } = await webhookScene(portal);
    const body = { name: "Warehouse", url, events: ["vote.created"] };
    expect(await admin.post("/api/webhooks", body)).toMatchObject({
      status: 400,
      body: { errors: { url: [message] } },
    });
  });

  test("an address is not looked up for an endpoint that is refused anyway", async () => {
    const { admin, company } = await webhookScene(portal);
    const { id } = await addWebhook(admin);
    const url = "https://10.0.0.1/in";
    const body = { name: "Warehouse", url, events: ["vote.created"] };
    const unknown = { status: 400, body: { errors: { boardIds: ["Unknown board"] } } };
    const boardIds = [999_999];
    expect(await admin.post("/api/webhooks", { ...body, boardIds })).toMatchObject(unknown);
    const change = (of: number, changes: object) =>
      admin.patch(`/api/webhooks/${String(of)}`, { url, ...changes });
    expect(await change(id, { boardIds })).toMatchObject(unknown);
    expect((await change(999_999, {})).status).toBe(404);
    expect((await change(id, {})).status).toBe(400);
    const full = await portal.anotherApp({ QUOTA_WEBHOOKS: "1", HEARBACK_DEV: "1" });
    const user = await portal.user("company_admin", company);
    const visitor = full.visitor(company.host, user);
    expect((await visitor.post("/api/webhooks", body)).status).toBe(409);
  });

  test("a loopback address is refused outside of development", async () => {
    const { company } = await webhookScene(portal);
    const user = await portal.user("company_admin", company);
    const production = await portal.anotherApp();
    const body = { name: "Warehouse", url: `${receiver.url}/in`, events: ["vote.created"] };
    const { status } = await production.visitor(company.host, user).post("/api/webhooks", body);
    expect(status).toBe(400);
  });

  test.each([
    [{ events: ["feedback.exploded"] }, "events"],
    [{ events: [] }, "events"],
    [{ boardIds: [999_999] }, "boardIds"],
    [{ kind: "pigeon" }, "kind"],
    [{ name: "" }, "name"],
  ])("%j is refused beside the field", async (wrong, field) => {
    const { admin } = await webhookScene(portal);
    const body = { name: "A", url: `${receiver.url}/`, events: ["vote.created"], ...wrong };
    const { status, body: refusal } = await admin.post("/api/webhooks", body);
    expect([status, Object.keys(refusal.errors)[0]?.split(".")[0]]).toEqual([400, field]);
  });

  test("a private board can be chosen only for an endpoint that includes private boards", async () => {
    const { admin, company } = await webhookScene(portal);
    const hidden = await portal.board(company, { isPrivate: true });
    const { id } = await addWebhook(admin);
    const change = (body: object) => admin.patch(`/api/webhooks/${String(id)}`, body);
    expect((await change({ boardIds: [hidden.id] })).status).toBe(400);
    expect((await change({ boardIds: [hidden.id], includesPrivate: true })).status).toBe(200);
    expect((await change({ includesPrivate: false })).status).toBe(400);
  });

  test("a company has at most as many endpoints as its quota", async () => {
    const { company } = await webhookScene(portal);
    const user = await portal.user("company_admin", company);
    const app = await portal.anotherApp({ QUOTA_WEBHOOKS: "1", HEARBACK_DEV: "1" });
    const admin = app.visitor(company.host, user);
    await addWebhook(admin);
    const body = { name: "Second", url: `${receiver.url}/`, events: ["vote.created"] };
    expect(await admin.post("/api/webhooks", body)).toMatchObject({
      status: 409,
      body: { message: "A company can have at most 1 webhooks" },
    });
  });
});

describe("the log of an endpoint", () => {
  test("what was sent and answered is listed and filtered, and a delivery is sent again with its id", async () => {
    const { admin, voter, path } = await webhookScene(portal);
    const { id } = await addWebhook(admin, { events: ["vote.created"] });
    const log = `/api/webhooks/${String(id)}/deliveries`;
    receiver.answer = (response) => response.writeHead(500).end("out of order");
    await voter.post(`${path}/vote`);
    await deliverWebhooks(portal);
    const { body: listed } = await admin.get(log);
    expect(listed).toMatchObject([
      { type: "vote.created", state: "waiting", attempts: 1, lastAnswer: { status: 500 } },
    ]);
    expect((await admin.get(`${log}?state=sent`)).body).toEqual([]);
    expect((await admin.get(`${log}?type=vote.created&state=waiting`)).body).toHaveLength(1);
    const delivery = `${log}/${String(listed[0].id)}`;
    const { body: detail } = await admin.get(delivery);
    expect(detail.answers).toMatchObject([{ status: 500, body: "out of order", error: null }]);
    expect(JSON.parse(detail.body)).toMatchObject({ type: "vote.created" });
    receiver.answer = (response) => response.writeHead(204).end();
    expect((await admin.post(`${delivery}/send`)).status).toBe(200);
    await deliverWebhooks(portal);
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(ids).toEqual([detail.eventId, detail.eventId]);
    expect((await admin.get(log)).body).toMatchObject([{ state: "sent", attempts: 1 }]);
  });

  test("all deliveries since a moment are counted first and then sent again", async () => {
    const { admin, voter, path } = await webhookScene(portal);
    const { id } = await addWebhook(admin, { events: ["vote.created", "comment.created"] });
    await voter.post(`${path}/vote`);
    await voter.post(`${path}/comments`, { content: "Me too" });
    await deliverWebhooks(portal);
    await portal.sql(
      `update webhook_delivery set state = 'failed' where endpoint_id = $1 and type = 'vote.created'`,
      [id],
    );
    const since = new Date(Date.now() - 60_000).toISOString();
    const send = (body: object) =>
      admin.post(`/api/webhooks/${String(id)}/send-since`, { since, ...body });
    expect((await send({ countOnly: true })).body).toEqual({ count: 1 });
    expect((await send({ countOnly: true, onlyFailed: false })).body).toEqual({ count: 2 });
    receiver.received.length = 0;
    expect((await send({})).body).toEqual({ count: 1 });
    expect(typesOf(await received())).toEqual(["vote.created"]);
    expect((await send({ onlyFailed: false })).body).toEqual({ count: 2 });
    expect(typesOf(await received())).toHaveLength(2);
  });

  test("a test is sent and logged, but not to an endpoint that is off", async () => {
    const { admin } = await webhookScene(portal);
    const { id } = await addWebhook(admin);
    const path = `/api/webhooks/${String(id)}`;
    expect(await admin.post(`${path}/test`)).toMatchObject({
      status: 201,
      body: { type: "test", state: "waiting" },
    });
    expect(await received()).toMatchObject([{ type: "test" }]);
    expect((await admin.get("/api/webhooks")).body).toMatchObject([
      { lastAnswer: { status: 204 }, unfinished: 0 },
    ]);
    await admin.patch(path, { isOn: false });
    expect(await admin.post(`${path}/test`)).toMatchObject({
      status: 409,
      body: { message: "This endpoint is off. Turn it on first" },
    });
  });
});

describe("an API key", () => {
  test("without private:read sees and makes no endpoint that gets what is private", async () => {
    const { admin, company } = await webhookScene(portal);
    const { id } = await addWebhook(admin, { events: ["vote.created"], includesPrivate: true });
    const withScopes = async (scopes: ApiScope[]) =>
      withApiKey(portal, company.host, (await makeApiKey(admin, scopes)).key);
    const key = await withScopes(["company:write"]);
    expect((await key.get("/api/webhooks")).body).toEqual([]);
    expect((await key.get(`/api/webhooks/${String(id)}/deliveries`)).status).toBe(404);
    const body = { name: "Spy", url: `${receiver.url}/in`, events: ["vote.created"] };
    const refused = { status: 403 };
    expect(await key.post("/api/webhooks", { ...body, includesPrivate: true })).toMatchObject(
      refused,
    );
    expect(
      await key.post("/api/webhooks", { ...body, events: ["moderation.pending"] }),
    ).toMatchObject(refused);
    const { status, body: made } = await key.post("/api/webhooks", body);
    expect(status).toBe(201);
    const change = { includesPrivate: true };
    expect(await key.patch(`/api/webhooks/${String(made.id)}`, change)).toMatchObject(refused);
    const all = await withScopes(["company:write", "private:read"]);
    expect((await all.get("/api/webhooks")).body).toHaveLength(2);
    const hidden = await portal.board(company, { isPrivate: true });
    const withBoard = async (boardId: number) =>
      (await key.post("/api/webhooks", { ...body, boardIds: [boardId] })).body;
    expect(await withBoard(hidden.id)).toEqual(await withBoard(999_999));
  });

  test("without private:read neither reads, repeats nor moves what was private when it was recorded", async () => {
    const { admin, voter, company, path, board } = await webhookScene(portal);
    const events = ["feedback.created", "vote.created", "feedback.merged", "moderation.pending"];
    const { id } = await addWebhook(admin, { events, includesPrivate: true });
    const hidden = await portal.board(company, { isPrivate: true });
    const secret = await portal.item(hidden);
    const create = (by: Visitor, boardId: number) =>
      by.post("/api/feedback", { title: "Canary", description: "Canary", boardId });
    await create(admin, hidden.id);
    await portal.sql("update company set moderation = 'all' where id = $1", [company.id]);
    await create(voter, board.id);
    await voter.post(`${path}/vote`);
    await recordWebhooks(portal);
    await admin.post(`${path}/merge`, { targetId: secret.id });
    await deliverWebhooks(portal);
    receiver.received.length = 0;
    const change = { includesPrivate: false, events: events.slice(0, 3) };
    expect((await admin.patch(`/api/webhooks/${String(id)}`, change)).status).toBe(200);

    const made = await makeApiKey(admin, ["company:write"]);
    const key = withApiKey(portal, company.host, made.key);
    const log = `/api/webhooks/${String(id)}/deliveries`;
    const { body: all } = await admin.get(log);
    expect(typesOf(all).toSorted()).toEqual(events.toSorted());
    const seen = await key.get(log);
    expect([typesOf(seen.body), seen.headers["x-total-count"]]).toEqual([["vote.created"], "1"]);
    for (const delivery of all as { id: number; type: string }[]) {
      const expected = delivery.type === "vote.created" ? 200 : 404;
      const one = `${log}/${String(delivery.id)}`;
      const statuses = [(await key.get(one)).status, (await key.post(`${one}/send`)).status];
      expect([delivery.type, ...statuses]).toEqual([delivery.type, expected, expected]);
    }
    const since = { since: new Date(Date.now() - 60_000).toISOString(), onlyFailed: false };
    const sendSince = (by: Visitor, more?: object) =>
      by.post(`/api/webhooks/${String(id)}/send-since`, { ...since, ...more });
    await deliverWebhooks(portal);
    expect((await sendSince(key, { countOnly: true })).body).toEqual({ count: 1 });
    expect((await sendSince(key)).body).toEqual({ count: 1 });
    await received();
    // What an admin sends again does not go to an address that the key has chosen meanwhile.
    expect((await sendSince(admin)).body).toEqual({ count: 4 });
    const moved = await key.patch(`/api/webhooks/${String(id)}`, { url: `${receiver.url}/spy` });
    expect(moved.status).toBe(200);
    expect(typesOf(await received())).toEqual(["vote.created"]);
  });
});
