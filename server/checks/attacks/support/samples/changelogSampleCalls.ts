import type { AttackFixtures } from "../attackFixtures.ts";
import type { SampleCalls } from "./sample.ts";

/** Creates an entry of the changelog. */
async function insertEntry({ portal, company }: AttackFixtures, state = "draft"): Promise<number> {
  const [row] = await portal.sql<{ id: string }>(
    `insert into changelog_entry (company_id, title, slug, state, publish_at)
     values ($1, 'Entry', 'entry-' || md5(random()::text), $2,
       case when $2 = 'published' then now() end) returning id`,
    [company.id, state],
  );
  return Number(row?.id);
}

/** Stores a subscriber of the changelog. */
async function insertSubscriber({ portal, company }: AttackFixtures): Promise<number> {
  const [row] = await portal.sql<{ id: string }>(
    `insert into changelog_subscriber (company_id, address, state)
     values ($1, md5(random()::text) || '@example.com', 'subscribed') returning id`,
    [company.id],
  );
  return Number(row?.id);
}

/** Returns the id of a label that each company has from the start. */
async function firstLabel({ portal, company }: AttackFixtures): Promise<number> {
  const [row] = await portal.sql<{ id: string }>(
    "select id from changelog_label where company_id = $1 order by id limit 1",
    [company.id],
  );
  return Number(row?.id);
}

/** Successful calls about the changelog. */
export const changelogSampleCalls: SampleCalls = {
  "POST /api/changelog": ({ item }) => ({
    body: {
      title: "News",
      slug: "news",
      body: "Text",
      version: "1",
      labelIds: [],
      itemIds: [item.id],
    },
  }),
  "GET /api/changelog/:id": async (fixtures) => ({
    params: { id: await insertEntry(fixtures, "published") },
  }),
  "DELETE /api/changelog/subscription": async ({ portal, company, customer }) => {
    await portal.sql(
      `insert into changelog_subscriber (company_id, user_id, state, token)
       values ($1, $2, 'subscribed', null)`,
      [company.id, customer.id],
    );
    return {};
  },
  "GET /api/changelog/:id/audience": async (fixtures) => ({
    params: { id: await insertEntry(fixtures) },
  }),
  "GET /api/changelog/slug/:slug": async (fixtures) => {
    const id = await insertEntry(fixtures, "published");
    const slug = `news-${String(id)}`;
    await fixtures.portal.sql("update changelog_entry set slug = $2 where id = $1", [id, slug]);
    return { params: { slug } };
  },
  "PATCH /api/changelog/:id": async (fixtures) => ({
    params: { id: await insertEntry(fixtures) },
    body: { title: "Other news", revision: 1 },
  }),
  "DELETE /api/changelog/:id": async (fixtures) => ({
    params: { id: await insertEntry(fixtures) },
  }),
  "POST /api/changelog/:id/publish": async (fixtures) => ({
    params: { id: await insertEntry(fixtures) },
    body: { tell: ["followers"], completeItems: true },
  }),
  "POST /api/changelog/:id/unpublish": async (fixtures) => ({
    params: { id: await insertEntry(fixtures, "published") },
  }),
  "POST /api/changelog/labels": () => ({ body: { name: "Security", color: "#112233" } }),
  "PATCH /api/changelog/labels/:id": async (fixtures) => ({
    params: { id: await firstLabel(fixtures) },
    body: { name: "Renamed", color: "#112233" },
  }),
  "DELETE /api/changelog/labels/:id": async (fixtures) => ({
    params: { id: await firstLabel(fixtures) },
  }),
  "POST /api/changelog/subscribers": ({ company }) => ({
    body: { email: `reader-${String(company.id)}@example.com` },
  }),
  "DELETE /api/changelog/subscribers/:id": async (fixtures) => ({
    params: { id: await insertSubscriber(fixtures) },
  }),
};
