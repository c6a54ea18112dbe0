import { NO_COLUMNS } from "#contract/importFields.ts";
import type { TestCompany, TestUser } from "#server/checks/fixtures/factories.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { insertApplication } from "#server/checks/fixtures/insertApplication.ts";
import { insertWebhook } from "#server/checks/fixtures/insertWebhook.ts";
import type { CanaryRegistry } from "./canaryRegistry.ts";
import { plantEverywhere, plantForAdminsOnly } from "./plantCanaries.ts";

/** A company with rows in every table. */
export interface CanaryCompany {
  company: TestCompany;
  admin: TestUser;
  user: TestUser;
  boards: number[];
  privateBoards: number[];
  slugs: string[];
  items: number[];
  privateItems: number[];
  comments: number[];
  categories: number[];
  /** Ids of pictures that only the company's admins may see. */
  privatePictures: string[];
}

/** In B every text column has canary words. In A only the texts for admins have canary words. */
export interface CanaryFixtures {
  a: CanaryCompany;
  b: CanaryCompany;
  superAdmin: TestUser;
  superOfA: TestUser;
  withoutCompany: TestUser;
  /** Number of B's columns with a canary word. */
  columns: number;
}

async function createCanaryCompany(portal: TestPortal): Promise<CanaryCompany> {
  const { sql } = portal;
  const company = await portal.company();
  const [admin, user] = [
    await portal.user("company_admin", company),
    await portal.user("user", company),
  ];
  const category = await portal.category(company);
  const boards = [await portal.board(company), await portal.board(company)];
  const hidden = await portal.board(company, { isPrivate: true });
  const items: number[] = [];
  const comments: number[] = [];
  const fill = async (board: { id: number }, status: string): Promise<number> => {
    const made = { userId: user.id, boardCategoryId: category.id, status };
    const { id } = await portal.item(board, made);
    const comment = await portal.comment({ id }, { userId: user.id });
    const note = await portal.comment({ id }, { userId: admin.id, visibility: "internal" });
    const answer = await portal.comment({ id }, { userId: admin.id, visibility: "internal" });
    const written = [comment.id, note.id, answer.id];
    comments.push(...written);
    await sql("update comment set answers_id = $2 where id = $1", [answer.id, note.id]);
    await sql(
      `insert into comment_reaction (company_id, comment_id, user_id, emoji)
       select company_id, id, $2, '👍' from comment where id = any ($1)`,
      [written, user.id],
    );
    await sql("insert into user_vote (company_id, feedback_id, user_id) values ($1, $2, $3)", [
      company.id,
      id,
      user.id,
    ]);
    await sql(
      `insert into status_change (company_id, feedback_id, user_id, from_status, to_status, note)
       values ($1, $2, $3, 'new', 'planned', 'Soon')`,
      [company.id, id, admin.id],
    );
    return id;
  };
  for (const board of boards) {
    for (const status of ["new", "planned", "under_development", "complete"])
      items.push(await fill(board, status));
  }
  const privateItems = [await fill(hidden, "planned"), await fill(hidden, "complete")];
  const pending = await addModeration(portal, { company, boards, items, admin });
  await sql(
    `insert into audit_entry (company_id, actor_id, actor_username, action, subject, ip)
     values ($1, $2, $3, 'board.create', 'A board', '::1')`,
    [company.id, admin.id, admin.username],
  );
  await sql(
    `insert into saved_view (company_id, name, filters, assignee_id)
     values ($1, 'A view', '{"sort": "date"}', $2)`,
    [company.id, admin.id],
  );
  await sql(
    `insert into invitation (company_id, username, role, inviter_id, expires_at)
     values ($1, 'invited@example.com', 'user', $2, now() + interval '7 days')`,
    [company.id, admin.id],
  );
  await sql(
    `with made as (
       insert into api_key (company_id, key_hash, hint, name, scopes, account_id, maker_id)
       values ($1, sha256('canary'), 'abcd', 'A key', '{feedback:read}', $2, $2)
       returning company_id, id
     )
     insert into api_answer
       (company_id, api_key_id, idempotency_key, request_hash, attempt, answer)
     select company_id, id, 'key', sha256('request'), gen_random_uuid(), '{}' from made`,
    [company.id, admin.id],
  );
  await sql(
    `with failed as (
       insert into export (company_id, requester_id, state, progress, problem, expires_at)
       values ($1, $2, 'failed', '{}', 'It failed', now() + interval '1 day') returning id
     )
     insert into export_part (company_id, export_id, file, position, content)
     select $1, id, 'items.csv', 0, 'A part' from failed`,
    [company.id, admin.id],
  );
  await addNotifications(sql, { companyId: company.id, userId: user.id, actorId: admin.id });
  await addImport(sql, company.id);
  await addChangelog(sql, company.id, admin.id);
  await addIdentities(sql, company.id, admin.id);
  return {
    company,
    admin,
    user,
    boards: boards.map(({ id }) => id),
    privateBoards: [hidden.id],
    slugs: [],
    items,
    privateItems: [...privateItems, ...pending.items],
    comments: [...comments, ...pending.comments],
    categories: [category.id],
    privatePictures: [],
  };
}

/**
 * Adds an item and a comment that wait for approval, an internal note, a report, a rejected post,
 * a placed item and a change that can be undone. No client uses the account that wrote the waiting
 * item and comment, because authors may read their own posts.
 */
async function addModeration(
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
async function addChangelog(
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

/** Adds an identity of a provider with which an admin signs in, and sign-ins under way. */
async function addIdentities(
  sql: TestPortal["sql"],
  companyId: number,
  adminId: number,
): Promise<void> {
  await sql(
    `with identity as (
       insert into sign_in_identity (issuing_company_id, issuer, subject, user_id, label, is_confirmed)
       values ($1, 'https://login.example.com', 'subject', $2, 'Label', true)
     ), attempt as (
       insert into sign_on_attempt (browser_hash, kind, provider, host, target_company_id, return_path,
         state_hash, nonce, pkce_verifier, purpose, user_id, expires_at)
       values (sha256($3::bytea), 'oidc', 'company', 'a.localhost', $1, '/feedback', sha256($3::bytea), 'nonce',
         'verifier', 'test', $2, now() + interval '10 minutes')
     )
     insert into pending_identity (browser_hash, host, issuing_company_id, target_company_id, issuer, subject,
       label, provider_name, user_id, return_path, is_address_proved, expires_at)
     values (sha256($3::bytea), 'a.localhost', $1, $1, 'https://login.example.com', 'subject', 'Label',
       'Provider', $2, '/feedback', true, now() + interval '10 minutes')`,
    [companyId, adminId, Buffer.from(`browser ${String(companyId)}`)],
  );
}

/**
 * Adds a picture to each item of a private board and to each draft, and with all of B one to each item.
 * The bytes of the pictures are a canary word.
 */
async function addPictures(
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

/** Adds an import that has run, with one row of each of its tables. */
async function addImport(sql: TestPortal["sql"], companyId: number): Promise<void> {
  await sql(
    `with run as (
       insert into import_run
         (company_id, source, file_name, state, layout, mapping, names, progress, problem, finished_at)
       values ($1, 'csv', 'feedback.csv', 'done',
         '{"format": "csv", "delimiter": ",", "columns": [], "samples": []}', $2, '[]',
         '{"done": 0, "total": 0}', 'None', now())
       returning company_id, id
     ), part as (
       insert into import_part (company_id, import_id, section, part, content)
       select company_id, id, 'file', 0, 'title' from run
     ), item as (
       insert into imported_item (company_id, source, key, feedback_id, record, old_path)
       select $1, 'csv', 'id:1', min(id), '{}', '/posts/1' from feedback_item where company_id = $1
     ), entry as (
       insert into imported_entry (company_id, source, kind, key) values ($1, 'csv', 'comment', 'id:1')
     ), person as (
       insert into imported_person (company_id, key) values ($1, 'person')
     )
     insert into import_record
       (company_id, import_id, position, kind, file, line, key, title, fate, reason, record, change)
     select company_id, id, 1, 'item', 'items', 2, 'id:1', 'Title', 'skipped', 'None', '{}', '{}'
     from run`,
    [companyId, JSON.stringify({ columns: NO_COLUMNS, boardId: null, names: [] })],
  );
}

/** Adds an activity for each item. A user and an admin were notified of each activity by mail. */
async function addNotifications(
  sql: TestPortal["sql"],
  { companyId, userId, actorId }: { companyId: number; userId: number; actorId: number },
): Promise<void> {
  await sql(
    `with happened as (
       insert into activity (company_id, feedback_id, kind, actor_id, data, origin)
       select company_id, id, 'status_changed', $3,
         '{"fromStatus": "new", "toStatus": "planned", "note": "Soon", "isSilent": false}', 'http://a.localhost'
       from feedback_item where company_id = $1
       returning company_id, id, feedback_id
     ), task as (
       insert into activity_task (company_id, activity_id, consumer) select company_id, id, 'test' from happened
     ), delivery as (
       insert into mail_delivery (company_id, user_id, kind, feedback_id, state, response, finished_at)
       select company_id, $2, 'immediate', feedback_id, 'sent', '250 OK', now() from happened
       returning id, feedback_id
     )
     insert into notification
       (company_id, user_id, activity_id, feedback_id, reason, mail, mail_pace, delivery_id)
     select company_id, recipient.id, happened.id, feedback_id, 'voted', 'mailed', 'immediate', delivery.id
     from happened join delivery using (feedback_id), unnest(array[$2, $3]::bigint[]) recipient (id)`,
    [companyId, userId, actorId],
  );
  await sql(
    "insert into follow (company_id, feedback_id, user_id, level) select company_id, id, $2, 'all' from feedback_item where company_id = $1",
    [companyId, userId],
  );
}

/** Adds comments by a user whose e-mail address only the company's admins may read. */
async function addCommenter(
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

export async function createCanaryFixtures(
  portal: TestPortal,
  registry: CanaryRegistry,
): Promise<CanaryFixtures> {
  const { sql } = portal;
  const [a, b] = [await createCanaryCompany(portal), await createCanaryCompany(portal)];
  // An SVG logo can contain a canary word, because SVG titles are stored unchanged.
  await sql(
    "insert into company_logo (company_id, content_type, content) values ($1, 'image/svg+xml', $2)",
    [
      b.company.id,
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg"><title>${registry.plant("B", "company_logo.content")}</title></svg>`,
      ),
    ],
  );
  await sql(
    `insert into user_picture (user_id, content)
     select id, $2 from user_account where home_company_id = $1`,
    [b.company.id, Buffer.from(registry.plant("B", "user_picture.content"))],
  );
  await sql("update user_account set picture_key = gen_random_uuid() where home_company_id = $1", [
    b.company.id,
  ]);
  const columns = await plantEverywhere(sql, registry, b.company.id);
  await plantForAdminsOnly(sql, registry, a.company.id);
  await addCommenter(portal, registry, a);
  a.privatePictures = await addPictures(portal, registry, a, "adminsOfA");
  b.privatePictures = await addPictures(portal, registry, b, "B");
  await sql(
    `insert into site_audit_entry (actor_username, action, subject, details, ip) values ($1, 'company.delete', $2, $3, $4)`,
    [
      registry.plant("provider", "site_audit_entry.actor_username"),
      registry.plant("provider", "site_audit_entry.subject"),
      JSON.stringify({ of: registry.plant("provider", "site_audit_entry.details") }),
      registry.plant("provider", "site_audit_entry.ip"),
    ],
  );
  for (const one of [a, b]) {
    const [row] = await sql<{ subdomain: string }>("select subdomain from company where id = $1", [
      one.company.id,
    ]);
    one.company.host = `${row?.subdomain ?? ""}.localhost`;
    const slugs = await sql<{ slug: string }>("select slug from board where company_id = $1", [
      one.company.id,
    ]);
    one.slugs = slugs.map(({ slug }) => slug);
  }
  return {
    a,
    b,
    columns,
    superAdmin: await portal.user("super_admin"),
    superOfA: await portal.user("super_admin", a.company),
    withoutCompany: await portal.user("user"),
  };
}
