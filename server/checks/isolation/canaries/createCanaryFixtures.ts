import type { TestUser } from "#server/checks/fixtures/factories.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import type { CanaryCompany } from "./canaryCompany.ts";
import type { CanaryRegistry } from "./canaryRegistry.ts";
import { plantEverywhere, plantForAdminsOnly } from "./plantCanaries.ts";
import { addModeration, addChangelog, addPictures, addCommenter } from "./addContent.ts";
import { addIdentities, addImport, addNotifications } from "./addConnections.ts";

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
  await addIdentities(sql, company.id, (await portal.user("user", company)).id);
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
