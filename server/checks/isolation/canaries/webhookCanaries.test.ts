import { beforeAll, describe, expect, test } from "vitest";
import { WEBHOOK_EVENTS } from "#contract/webhookEvents.ts";
import { WEBHOOK_KINDS } from "#contract/webhooks.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { recordWebhooks } from "#server/checks/fixtures/webhookScene.ts";
import type { Owner } from "./canaryRegistry.ts";
import { CanaryRegistry } from "./canaryRegistry.ts";

// Everything that causes an event happens on a public board, on a private board and in company B, and
// much that only admins see. Canary words are in every text of the private board, in what only admins
// see, in e-mail addresses, and in every text of B. A has an endpoint of each kind for public boards,
// and one that includes private boards.

let portal: TestPortal;
const registry = new CanaryRegistry();
/** The texts of all deliveries, by the name of their endpoint. */
const sent = new Map<string, { type: string; body: string }[]>();

/** Returns a text with the owner's canary word, or a text without one if `owner` is null. */
const wordFor = (owner: Owner | null, place: string) =>
  owner === null ? `Public ${place}` : registry.plant(owner, place);

const PUBLIC_EVENTS = WEBHOOK_EVENTS.filter((event) => event !== "moderation.pending");

interface Scene {
  admin: Visitor;
  customer: Visitor;
  /** The address of the customer, which no event contains. */
  address: string;
}

async function createScene(): Promise<Scene & { company: { id: number; host: string } }> {
  const company = await portal.company();
  const [admin, customer] = [
    await portal.user("company_admin", company),
    await portal.user("user", company),
  ];
  const addresses = [admin, customer].map(
    () => `${registry.plant("provider", "user_account.username")}@example.com`,
  );
  for (const [index, { id }] of [admin, customer].entries())
    await portal.sql("update user_account set username = $1 where id = $2", [addresses[index], id]);
  return {
    company,
    admin: portal.visitor(company.host, admin),
    customer: portal.visitor(company.host, customer),
    address: addresses[1] ?? "",
  };
}

async function addEndpoint(admin: Visitor, name: string, more: object): Promise<void> {
  const url = "http://127.0.0.1:9/in";
  const reply = await admin.post("/api/webhooks", { name, url, events: PUBLIC_EVENTS, ...more });
  expect([reply.status, reply.text]).toEqual([201, reply.text]);
}

/** Sends a request that must succeed. */
async function must(reply: ReturnType<Visitor["get"]>) {
  const { status, text, body } = await reply;
  expect(status, text).toBeLessThan(300);
  return body;
}

/** Does everything that causes an event to an item of a board, and what only admins see. */
async function doEverything(
  { admin, customer, address }: Scene,
  board: { id: number },
  owner: Owner | null,
): Promise<{ id: number; path: string }> {
  const word = (place: string) => wordFor(owner, place);
  const secret = (place: string) => wordFor(owner === "B" ? "B" : "adminsOfA", place);
  const by = owner === "adminsOfA" ? admin : customer;
  const create = async () => {
    const body = { title: word("title"), description: word("description"), boardId: board.id };
    const { id } = await must(by.post("/api/feedback", body));
    return { id: id as number, path: `/api/feedback/${String(id)}` };
  };
  const [item, target, removed] = [await create(), await create(), await create()];
  const { path } = item;
  await must(by.post(`${path}/vote`));
  await must(admin.post(`${target.path}/votes`, { username: address }));
  const comments = `${path}/comments`;
  const comment = await must(by.post(comments, { content: word("comment") }));
  await must(admin.post(comments, { content: word("answer"), answersId: comment.id }));
  await must(admin.post(comments, { content: secret("note"), isInternal: true }));
  await must(by.patch(`${comments}/${String(comment.id)}`, { content: word("edited comment") }));
  await must(
    by.request("PUT", `/api/comments/${String(comment.id)}/reactions/${encodeURIComponent("👍")}`),
  );
  await must(admin.patch(path, { status: "planned", note: word("note of a status") }));
  await must(admin.patch(path, { title: word("changed title") }));
  await recordWebhooks(portal);
  await must(admin.post(`${path}/close`, { reason: "other", note: word("closing note") }));
  await recordWebhooks(portal);
  await must(admin.post(`${path}/reopen`));
  await must(admin.post(`${path}/merge`, { targetId: target.id }));
  await recordWebhooks(portal);
  await must(admin.post(`${path}/unmerge`));
  await must(admin.delete(`${comments}/${String(comment.id)}`));
  await must(admin.delete(removed.path));
  await recordWebhooks(portal);
  return item;
}

/** Does what crosses the border between a public board and a private one. */
async function crossBorders(
  { admin, customer }: Scene,
  board: { id: number },
  hidden: { id: number },
  secretItem: { id: number },
): Promise<void> {
  const create = async (title: string, boardId: number) =>
    `/api/feedback/${String((await must(admin.post("/api/feedback", { title, description: "Text", boardId }))).id)}`;
  const merged = await create("Merged into a private item", board.id);
  await must(admin.post(`${merged}/merge`, { targetId: secretItem.id }));
  await recordWebhooks(portal);
  await must(admin.post(`${merged}/unmerge`));
  await recordWebhooks(portal);
  // Became private after what happened, before the events were recorded.
  const moved = await create(wordFor("adminsOfA", "title of a moved item"), board.id);
  await must(
    admin.post(`${moved}/comments`, { content: wordFor("adminsOfA", "comment of a moved item") }),
  );
  await must(admin.patch(moved, { boardId: hidden.id }));
  await recordWebhooks(portal);
  await must(
    customer.post("/api/feedback", { title: "Seen", description: "Text", boardId: board.id }),
  );
  const entry = await must(
    admin.post("/api/changelog", { title: "Entry", body: "Text", itemIds: [secretItem.id] }),
  );
  await must(admin.post("/api/changelog", { title: wordFor("adminsOfA", "title of a draft") }));
  await must(admin.post(`/api/changelog/${String(entry.id)}/publish`, {}));
  await recordWebhooks(portal);
}

/** What waits for approval, and what was rejected. */
async function moderate(scene: Scene, companyId: number, board: { id: number }): Promise<void> {
  const { admin, customer } = scene;
  await portal.sql("update company set moderation = 'all' where id = $1", [companyId]);
  const submit = (place: string) =>
    must(
      customer.post("/api/feedback", {
        title: wordFor("adminsOfA", `title of ${place}`),
        description: wordFor("adminsOfA", `description of ${place}`),
        boardId: board.id,
      }),
    );
  await submit("a waiting item");
  const { id: feedbackId } = await submit("a rejected item");
  await must(
    admin.post("/api/moderation/reject", {
      feedbackId,
      reason: wordFor("adminsOfA", "reason of a rejection"),
    }),
  );
  await recordWebhooks(portal);
}

beforeAll(async () => {
  portal = await startTestPortal({ HEARBACK_DEV: "1" });
  const [a, b] = [await createScene(), await createScene()];
  for (const kind of WEBHOOK_KINDS) await addEndpoint(a.admin, kind, { kind });
  await addEndpoint(a.admin, "private", { includesPrivate: true });
  await addEndpoint(b.admin, "of B", { includesPrivate: true });
  const board = await portal.board(a.company, { name: "Public" });
  const hidden = await portal.board(a.company, {
    name: wordFor("adminsOfA", "board.name"),
    isPrivate: true,
  });
  await doEverything(a, board, null);
  const secretItem = await doEverything(a, hidden, "adminsOfA");
  await doEverything(b, await portal.board(b.company, { name: wordFor("B", "board.name") }), "B");
  await crossBorders(a, board, hidden, secretItem);
  await moderate(a, a.company.id, board);
  const rows = await portal.sql<{ name: string; type: string; body: string }>(
    `select e.name, d.type, d.body from webhook_delivery d
     join webhook_endpoint e on e.company_id = d.company_id and e.id = d.endpoint_id`,
  );
  for (const { name, ...delivery } of rows) sent.set(name, [...(sent.get(name) ?? []), delivery]);
});

const secretsIn = (name: string, ...owners: Owner[]) =>
  registry.find((sent.get(name) ?? []).map(({ body }) => body).join("\n"), new Set(owners));

describe("canary words in webhooks", () => {
  test.each(WEBHOOK_KINDS)(
    "an endpoint of the kind '%s' for public boards gets every event and no word of a private board, of admins, of an address or of another company",
    (kind) => {
      const types = new Set(sent.get(kind)?.map(({ type }) => type));
      expect([...types].toSorted()).toEqual([...PUBLIC_EVENTS].toSorted());
      expect(secretsIn(kind, "adminsOfA", "B", "provider")).toEqual([]);
    },
  );

  test("an endpoint that includes private boards gets their words, and no word of notes, drafts, rejections, addresses and other companies", () => {
    const found = secretsIn("private", "adminsOfA", "B", "provider");
    expect(found).toContain("adminsOfA title");
    expect(found).toContain("adminsOfA note of a status");
    const places = ["note", "title of a draft", "reason of a rejection", "title of a waiting item"];
    expect(found.filter((place) => places.includes(place.replace("adminsOfA ", "")))).toEqual([]);
    expect(found.filter((place) => !place.startsWith("adminsOfA "))).toEqual([]);
  });

  test("the endpoint of company B gets B's words only", () => {
    expect(secretsIn("of B", "B").length).toBeGreaterThan(5);
    expect(secretsIn("of B", "adminsOfA", "provider")).toEqual([]);
  });
});
