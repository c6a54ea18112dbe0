import type { CallFixtures } from "./createCallFixtures.ts";
import type { RouteCalls } from "./routeCalls.ts";

/** Creates an entry with a new item, and publishes it if wanted. */
async function newEntry({ admin, newItem, word }: CallFixtures, isPublished = false) {
  const itemIds = [(await newItem()).id];
  const reply = await admin.post("/api/changelog", { title: word(), body: word(), itemIds });
  const path = `/api/changelog/${String(reply.body.id)}`;
  const slug = String(reply.body.slug);
  if (isPublished) await admin.post(`${path}/publish`, {});
  return { reply, path, slug };
}

async function newLabel({ admin, word }: CallFixtures) {
  const reply = await admin.post("/api/changelog/labels", { name: word(), color: "#112233" });
  return { reply, path: `/api/changelog/labels/${String(reply.body.id)}` };
}

const SUBSCRIBERS = "/api/changelog/subscribers";
const SUBSCRIPTION = "/api/changelog/subscription";

/** Subscribes a new address, and returns the subscriber's path. */
async function newSubscriber({ admin }: CallFixtures): Promise<string> {
  await admin.request("PUT", SUBSCRIPTION);
  const [{ id }] = (await admin.get(SUBSCRIBERS)).body as [{ id: number }];
  return `${SUBSCRIBERS}/${String(id)}`;
}

/** Calls for the entries, labels and subscribers of the changelog. */
export const changelogCalls: RouteCalls = {
  "GET /api/changelog/timeline": async ({ anonymous, admin }) => {
    const replies = [];
    for (const visitor of [anonymous, admin])
      for (const query of ["", "?month=2026-01", "?search=word", "?label=1"])
        replies.push(await visitor.get(`/api/changelog/timeline${query}`));
    return replies;
  },
  "GET /api/changelog/months": async ({ anonymous, admin }) => [
    await anonymous.get("/api/changelog/months"),
    await admin.get("/api/changelog/months"),
  ],
  "GET /api/changelog/subscription": async ({ admin }) => [await admin.get(SUBSCRIPTION)],
  "PUT /api/changelog/subscription": async ({ admin }) => [
    await admin.request("PUT", SUBSCRIPTION),
  ],
  "DELETE /api/changelog/subscription": async ({ admin }) => [await admin.delete(SUBSCRIPTION)],
  "POST /api/changelog/subscribers": async ({ anonymous, word }) => [
    await anonymous.post(SUBSCRIBERS, { email: `${word()}@example.com` }),
  ],
  "GET /api/changelog/subscribers": async ({ admin }) => [
    await admin.get(SUBSCRIBERS),
    await admin.get(`${SUBSCRIBERS}?search=word`),
  ],
  "GET /api/changelog/subscribers.csv": async ({ admin }) => [
    await admin.get(`${SUBSCRIBERS}.csv`),
  ],
  "DELETE /api/changelog/subscribers/:id": async (fixtures) => [
    await fixtures.admin.delete(await newSubscriber(fixtures)),
  ],
  "GET /api/changelog": async (fixtures) => {
    await newEntry(fixtures, true);
    const { id } = (await newLabel(fixtures)).reply.body;
    const queries = ["", "?limit=1", `?label=${String(id)}`, "?search=news", "?state=draft"];
    const replies = [];
    for (const visitor of [fixtures.anonymous, fixtures.user, fixtures.admin])
      for (const query of queries) replies.push(await visitor.get(`/api/changelog${query}`));
    return replies;
  },
  "POST /api/changelog": async (fixtures) => [(await newEntry(fixtures)).reply],
  "GET /api/changelog/:id": async (fixtures) => {
    const { path } = await newEntry(fixtures, true);
    return [await fixtures.anonymous.get(path), await fixtures.admin.get(path)];
  },
  "GET /api/changelog/slug/:slug": async (fixtures) => {
    const { slug } = await newEntry(fixtures, true);
    return [await fixtures.anonymous.get(`/api/changelog/slug/${slug}`)];
  },
  "PATCH /api/changelog/:id": async (fixtures) => {
    const { path } = await newEntry(fixtures);
    const itemIds = [(await fixtures.newItem()).id];
    const changes = { revision: 1, title: "Another title", body: "Text", labelIds: [], itemIds };
    return [await fixtures.admin.patch(path, changes)];
  },
  "DELETE /api/changelog/:id": async (fixtures) => {
    const { path } = await newEntry(fixtures, true);
    return [await fixtures.admin.delete(path)];
  },
  "POST /api/changelog/:id/publish": async (fixtures) => {
    const { path } = await newEntry(fixtures);
    const body = { tell: ["followers"], completeItems: true };
    return [await fixtures.admin.post(`${path}/publish`, body)];
  },
  "POST /api/changelog/:id/unpublish": async (fixtures) => {
    const { path } = await newEntry(fixtures, true);
    return [await fixtures.admin.post(`${path}/unpublish`)];
  },
  "GET /api/changelog/:id/audience": async (fixtures) => {
    const { path } = await newEntry(fixtures);
    return [await fixtures.admin.get(`${path}/audience`)];
  },
  "GET /api/changelog/linkable": async ({ admin, itemId }) => [
    await admin.get("/api/changelog/linkable"),
    await admin.get(`/api/changelog/linkable?ids=${String(itemId)}`),
  ],
  "POST /api/changelog/labels": async (fixtures) => [(await newLabel(fixtures)).reply],
  "PATCH /api/changelog/labels/:id": async (fixtures) => {
    const { path } = await newLabel(fixtures);
    const body = { name: fixtures.word(), color: "#445566" };
    return [await fixtures.admin.patch(path, body)];
  },
  "DELETE /api/changelog/labels/:id": async (fixtures) => {
    const { path } = await newLabel(fixtures);
    return [await fixtures.admin.delete(path)];
  },
};
