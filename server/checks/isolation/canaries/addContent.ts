import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { insertApplication } from "#server/checks/fixtures/insertApplication.ts";
import { insertWebhook } from "#server/checks/fixtures/insertWebhook.ts";
import type { CanaryRegistry } from "./canaryRegistry.ts";
import type { CanaryCompany } from "./canaryCompany.ts";

/**
 * Adds an item and a comment that wait for approval, an internal note, a report, a rejected post,
 * a placed item and a change that can be undone. No client uses the account that wrote the waiting
 * item and comment, because authors may read their own posts.
 */
export async function addModeration(
  portal: TestPortal,
  {
    company,
    boards: [board],
    items: [itemId],
    admin,
  }: Pick<CanaryCompany, "company" | "items" | "admin"> & { boards: { id: number }[] },
): Promise<{ items: number[]; comments: number[] }> {
  if (!board || itemId === undefined) throw new Error("The company has no items");
  const { id: userId } = await portal.user("user", company);
  const { id } = await portal.item(board, { userId });
  await portal.sql("update feedback_item set is_pending = true, state = 'pending' where id = $1", [
    id,
  ]);
  const comments = [
    await portal.comment({ id: itemId }, { userId, visibility: "pending" }),
    await portal.comment({ id: itemId }, { userId: admin.id, visibility: "internal" }),
  ];
  await portal.sql(
    `insert into report (company_id, feedback_id, user_id, reason, note)
     values ($1, $2, $3, 'other', 'It advertises')`,
    [company.id, itemId, userId],
  );
  await portal.sql(
    `insert into rejected_post (company_id, user_id, item_number, title, excerpt, reason)
     values ($1, $2, $3, 'Rejected', 'Rejected', 'It advertises')`,
    [company.id, userId, itemId],
  );
  await portal.sql(
    "insert into roadmap_column (company_id, status, feedback_ids) values ($1, 'planned', $2)",
    [company.id, [itemId]],
  );
  await portal.sql(
    `insert into undo_entry (company_id, token_hash, user_id, kind, data)
     values ($1, sha256('token'), $2, 'closing', '{"closings": []}')`,
    [company.id, admin.id],
  );
  return { items: [id], comments: comments.map((comment) => comment.id) };
}

/** Adds a published entry of the changelog and a draft, both with items, and subscribers. */
export async function addChangelog(
  sql: TestPortal["sql"],
  companyId: number,
  adminId: number,
): Promise<void> {
  await sql(
    `with entry as (
       insert into changelog_entry (company_id, title, slug, body, body_markdown, version, state,
         publish_at, origin, cover_url, cover_alt)
       select $1, 'Entry', 'entry-' || state, 'Text', '**Text**', '1', state,
         case when state = 'published' then now() end, 'http://a.localhost', '/pictures/a/1x1.webp', 'Alt'
       from unnest(array['published', 'draft']) state
       returning id, state
     ), labelled as (
       insert into changelog_entry_label (company_id, entry_id, label_id)
       select $1, entry.id, label.id from entry cross join changelog_label label
       where label.company_id = $1
     )
     insert into changelog_entry_item (company_id, feedback_id, entry_id, position)
     select $1, item.id, entry.id, 0 from entry cross join lateral (
       select id from feedback_item where company_id = $1
       order by case entry.state when 'draft' then -id else id end limit 1
     ) item`,
    [companyId],
  );
  await sql(
    `insert into changelog_subscriber (company_id, user_id, address, state)
     values ($1, null, 'reader@example.com', 'subscribed'), ($1, $2, null, 'subscribed')`,
    [companyId, adminId],
  );
  await insertWebhook({ sql }, { id: companyId });
  await insertApplication(sql, companyId, adminId);
}

/**
 * Adds a picture to each item of a private board and to each draft, and with all of B one to each item.
 * The bytes of the pictures are a canary word.
 */
export async function addPictures(
  portal: TestPortal,
  registry: CanaryRegistry,
  { company, items, privateItems }: CanaryCompany,
  owner: "B" | "adminsOfA",
): Promise<string[]> {
  const word = registry.plant(owner, "picture.content");
  const rows = await portal.sql<{ id: string }>(
    `insert into picture (company_id, feedback_id, entry_id, part, loose_since, width, height, bytes,
       content)
     select $1::bigint, item, null::bigint, 'description', null::timestamptz, 30, 20, 32, $3::bytea from unnest($2::bigint[]) item
     union all
     select company_id, null, id, null, null, 30, 20, 32, $3 from changelog_entry
     where company_id = $1 and state = 'draft'
     returning id`,
    [company.id, owner === "B" ? [...items, ...privateItems] : privateItems, Buffer.from(word)],
  );
  return rows.map(({ id }) => id);
}

/** Adds comments by a user whose e-mail address only the company's admins may read. */
export async function addCommenter(
  portal: TestPortal,
  registry: CanaryRegistry,
  { company, items }: CanaryCompany,
): Promise<void> {
  const { id: userId } = await portal.user("user", company);
  const word = registry.plant("adminsOfA", "user_account.username");
  await portal.sql("update user_account set username = $1 where id = $2", [
    `${word}@example.com`,
    userId,
  ]);
  for (const id of items) await portal.comment({ id }, { userId });
}
