import { randomUUID } from "node:crypto";
import type { CreateEntity } from "./entity.ts";
import { MISSING_ID } from "./entity.ts";

/** A subscriber of the changelog who has only given an address. */
export const changelogSubscriber: CreateEntity = async ({ portal, company, other }, kind) => {
  if (kind === "missing") return { id: MISSING_ID };
  const [row] = await portal.sql<{ id: string }>(
    `insert into changelog_subscriber (company_id, address, state)
     values ($1, $2, 'subscribed') returning id`,
    [kind.startsWith("foreign") ? other.id : company.id, `${randomUUID()}@example.com`],
  );
  return { id: Number(row?.id) };
};

/** An entry of the changelog, which is published unless the kind is private. */
export const changelogEntry: CreateEntity = async ({ portal, company, other }, kind) => {
  if (kind === "missing") return { id: MISSING_ID };
  const isDraft = /private/i.test(kind);
  const [row] = await portal.sql<{ id: string }>(
    `insert into changelog_entry (company_id, title, slug, state, publish_at)
     values ($1, 'Entry', $2, $3, case when $3 = 'published' then now() end) returning id`,
    [
      kind.startsWith("foreign") ? other.id : company.id,
      `new-${randomUUID()}`,
      isDraft ? "draft" : "published",
    ],
  );
  const id = Number(row?.id);
  await portal.sql("update changelog_entry set slug = 'entry-' || id where id = $1", [id]);
  return { id };
};

export const changelogLabel: CreateEntity = async ({ portal, company, other }, kind) => {
  if (kind === "missing") return { id: MISSING_ID };
  const [row] = await portal.sql<{ id: string }>(
    `insert into changelog_label (company_id, name, color) values ($1, $2, '#112233') returning id`,
    [kind === "foreign" ? other.id : company.id, randomUUID()],
  );
  return { id: Number(row?.id) };
};
