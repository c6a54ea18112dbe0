import { sql } from "#server/platform/db/sql.ts";
import type { accountApi } from "#contract/account.ts";
import type { AccountData } from "#contract/accountData.ts";
import type { ResultOf } from "#contract/endpoint.ts";
import { findNotificationSettings } from "#server/features/notificationSettings/notificationSettings.queries.ts";
import { suppressionOf } from "#server/features/notificationSettings/suppression.policy.ts";
import type { Db } from "#server/platform/db/database.ts";
import type { Statement } from "#server/platform/db/statement.ts";
import { sourceColumns } from "#server/features/feedback/sourceOf.queries.ts";
import { statement, statementByShape } from "#server/platform/db/statement.ts";

type Part<Section extends keyof AccountData> = AccountData[Section] extends (infer Row)[]
  ? Row
  : NonNullable<AccountData[Section]>;

interface OfUser {
  userId: number;
}

export const findAccountData = statement<OfUser, Part<"account">>(
  "find_account_data",
  (p) => sql`
    select u.id, u.username, u.full_name,
      'data:image/webp;base64,' || replace(encode((
        select content from user_picture where user_id = u.id
      ), 'base64'), chr(10), '') as picture, u.role, u.home_company_id as company_id,
      company.name as company_name, u.is_active, u.temporary_password_until,
      (select expires_at from password_reset where user_id = u.id) as password_reset_until,
      u.confirmed_at,
      (select expires_at from email_confirmation where user_id = u.id) as confirmation_code_until,
      u.created_at, u.last_seen_at,
      (select last_used_at from sign_in_use where user_id = u.id and way = 'password')
        as password_last_used_at,
      (select last_used_at from sign_in_use where user_id = u.id and way = 'mail')
        as mailed_code_last_used_at
    from user_account u left join company on company.id = u.home_company_id
    where u.id = ${p.userId}
  `,
);

export const findSecondFactorData = statement<OfUser, Part<"secondFactor">>(
  "find_second_factor_data",
  (p) => sql`
    select confirmed_at,
      (select count(*) from recovery_code code
        where code.user_id = authenticator.user_id) as recovery_codes_left
    from authenticator where user_id = ${p.userId}
  `,
);

export const listKnownDevices = statement<OfUser, Part<"knownDevices">>(
  "list_known_devices",
  (p) => sql`
    select last_seen_at from known_device where user_id = ${p.userId} order by last_seen_at
  `,
);

export const listPasskeyData = statement<OfUser, Part<"passkeys">>(
  "list_passkey_data",
  (p) => sql`
    select id, name, rp_id as domain, created_at, last_used_at from passkey
    where user_id = ${p.userId} order by id
  `,
);

export const listIdentityData = statement<OfUser, Part<"identities">>(
  "list_sign_in_identity_data",
  (p) => sql`
    select i.id, i.company_id, company.name as company_name, i.issuer, i.label, i.created_at,
      i.last_used_at
    from sign_in_identity i left join company on company.id = i.company_id
    where i.user_id = ${p.userId} order by i.id
  `,
);

/** The keys of an account's rows. `companyIds` contains nulls for tables without companies. */
interface RowKeys {
  companyIds: string[];
  ids: string[];
}

/** The columns that identify a row and its company in each table. */
const KEYS = {
  feedback_item: { company: sql`company_id`, id: sql`id` },
  comment: { company: sql`company_id`, id: sql`id` },
  comment_reaction: { company: sql`company_id`, id: sql`comment_id` },
  user_vote: { company: sql`company_id`, id: sql`feedback_id` },
  follow: { company: sql`company_id`, id: sql`feedback_id` },
  status_change: { company: sql`company_id`, id: sql`id` },
  audit_entry: { company: sql`company_id`, id: sql`id` },
  site_audit_entry: { company: sql`null::bigint`, id: sql`id` },
  session: { company: sql`null::bigint`, id: sql`id` },
};

/**
 * Returns the keys of all rows of an account. The rows are then read by these keys, because
 * PostgreSQL would otherwise sort all rows of the account for each page.
 */
export const findRowKeys = statementByShape(
  (table: keyof typeof KEYS, userColumn: "user_id" | "actor_id" | "about_user_id") =>
    statement<OfUser, RowKeys>("find_row_keys", (p) => {
      const { company, id } = KEYS[table];
      return sql`
        select coalesce(array_agg(company order by company, id), '{}') as company_ids,
          coalesce(array_agg(id order by company, id), '{}') as ids
        -- One comment can have several reactions.
        from (
          select distinct ${company} as company, ${id} as id
          from ${sql.ref(table)} where ${sql.ref(userColumn)} = ${p.userId}
        ) key
      `;
    }),
);

type Keyed = OfUser & RowKeys;

/**
 * FROM clause of the rows that have these keys (`t`), and of their companies (`company`).
 * `key.place` is the position of the row's key.
 */
const keyed = (table: keyof typeof KEYS, p: Required<Keyed>) => sql`
  unnest(${p.companyIds}::bigint[], ${p.ids}::bigint[]) with ordinality key (company, id, place)
  join ${sql.ref(table)} t on t.company_id = key.company and t.${KEYS[table].id} = key.id
  join company on company.id = t.company_id`;

const place = sql`t.company_id, company.name as company_name`;

export const listOwnItems = statement<Keyed, Part<"items">>(
  "list_own_items",
  (p) => sql`
    select t.id, ${place}, t.title, ${sourceColumns("t", "description")}, t.category, t.created_at,
      exists (
        select from imported_item i where i.company_id = t.company_id and i.feedback_id = t.id
      ) as is_imported
    from ${keyed("feedback_item", p)}
    where t.user_id = ${p.userId} order by key.place
  `,
);

export const listOwnComments = statement<Keyed, Part<"comments">>(
  "list_own_comments",
  (p) => sql`
    select t.id, ${place}, t.feedback_id, ${sourceColumns("t", "content")}, t.visibility, t.answers_id, t.created_at, t.edited_at,
      exists (
        select from imported_entry i where i.company_id = t.company_id and i.comment_id = t.id
      ) as is_imported
    from ${keyed("comment", p)}
    where t.user_id = ${p.userId} order by key.place
  `,
);

export const listOwnReactions = statement<Keyed, Part<"reactions">>(
  "list_own_reactions",
  (p) => sql`
    select ${place}, t.comment_id, t.emoji, t.created_at
    from ${keyed("comment_reaction", p)}
    where t.user_id = ${p.userId} order by key.place, t.created_at, t.emoji
  `,
);

export const listOwnVotes = statement<Keyed, Part<"votes">>(
  "list_own_votes",
  (p) => sql`
    select ${place}, t.feedback_id, t.is_recorded, t.created_at
    from ${keyed("user_vote", p)}
    where t.user_id = ${p.userId} order by key.place
  `,
);

export const listOwnFollows = statement<Keyed, Part<"follows">>(
  "list_own_follows",
  (p) => sql`
    select ${place}, t.feedback_id, t.level, t.created_at
    from ${keyed("follow", p)}
    where t.user_id = ${p.userId} order by key.place
  `,
);

export const listOwnSubscriptions = statement<OfUser, Part<"changelogSubscriptions">>(
  "list_own_changelog_subscriptions",
  (p) => sql`
    select ${place}, t.created_at
    from changelog_subscriber t join company on company.id = t.company_id
    where t.user_id = ${p.userId} order by t.company_id
  `,
);

export const listOwnOrganisations = statement<OfUser, Part<"organisations">>(
  "list_own_organisations",
  (p) => sql`
    select ${place}, o.external_key as id, o.name, o.updated_at
    from organisation_member t join company on company.id = t.company_id
    join organisation o on o.company_id = t.company_id and o.id = t.organisation_id
    where t.user_id = ${p.userId} order by t.company_id
  `,
);

export const listOwnPictures = statement<OfUser, Part<"pictures">>(
  "list_own_pictures",
  (p) => sql`
    select t.id, ${place}, '/pictures/' || t.id || '/' || t.width || 'x' || t.height || '.webp' as url,
      coalesce(t.feedback_id, t.comment_id, t.entry_id) is not null and t.loose_since is null
        as is_in_text, t.bytes, t.created_at
    from picture t join company on company.id = t.company_id
    where t.uploader_id = ${p.userId} order by t.company_id, t.created_at, t.id
  `,
);

/** Returns the invitations that an account has made and that nobody has accepted. */
export const listOwnInvitations = statement<OfUser, Part<"invitations">>(
  "list_own_invitations",
  (p) => sql`
    select ${place}, t.role, t.created_at, t.expires_at
    from invitation t join company on company.id = t.company_id
    where t.inviter_id = ${p.userId} order by t.company_id, t.id
  `,
);

export const listOwnReports = statement<OfUser, Part<"reports">>(
  "list_own_reports",
  (p) => sql`
    select ${place}, t.feedback_id, t.comment_id, t.reason, t.note, t.created_at
    from report t join company on company.id = t.company_id
    where t.user_id = ${p.userId} order by t.company_id, t.id
  `,
);

export const listOwnRejections = statement<OfUser, Part<"rejections">>(
  "list_own_rejections",
  (p) => sql`
    select ${place}, t.item_number as feedback_id, t.comment_number as comment_id, t.title,
      t.excerpt, t.reason, t.created_at
    from rejected_post t join company on company.id = t.company_id
    where t.user_id = ${p.userId} order by t.company_id, t.id
  `,
);

/**
 * With `user_id`, returns the companies that have blocked the account. With `blocked_by_id`,
 * returns the companies in which the account has blocked others, one row for each blocked account.
 */
export const listBlocksOf = statementByShape((column: "user_id" | "blocked_by_id") =>
  statement<OfUser, Part<"blocks">>(
    "list_blocks_of",
    (p) => sql`
      select ${place}, t.created_at
      from blocked_account t join company on company.id = t.company_id
      where t.${sql.ref(column)} = ${p.userId} order by t.company_id, t.created_at
    `,
  ),
);

export const listOwnStatusChanges = statement<Keyed, Part<"statusChanges">>(
  "list_own_status_changes",
  (p) => sql`
    select t.id, ${place}, t.feedback_id, t.from_status, t.to_status, ${sourceColumns("t", "note")}, t.created_at
    from ${keyed("status_change", p)}
    where t.user_id = ${p.userId} order by key.place
  `,
);

export const listSessionData = statement<Keyed, Part<"sessions">>(
  "list_session_data",
  (p) => sql`
    select id, host, user_agent, ip, created_at, proved_at, last_seen_at, expires_at
    from session where id = any (${p.ids}::bigint[]) and user_id = ${p.userId} order by id
  `,
);

/**
 * Columns of an audit entry. Subject, details and actor are omitted, because they can contain texts
 * and names of other people.
 */
const auditColumns = (p: Required<Keyed>) => sql`
  t.action, t.actor_id is not distinct from ${p.userId}::bigint as is_by_account,
  case when t.actor_id = ${p.userId} then t.ip end as ip, t.created_at`;

export const listAuditData = statement<Keyed, Part<"auditEntries">>(
  "list_audit_data",
  (p) => sql`
    select ${place}, ${auditColumns(p)}
    from ${keyed("audit_entry", p)}
    where ${p.userId} in (t.actor_id, t.about_user_id) order by key.place
  `,
);

export const listSiteAuditData = statement<Keyed, Part<"auditEntries">>(
  "list_site_audit_data",
  (p) => sql`
    select null::bigint as company_id, null as company_name, ${auditColumns(p)}
    from site_audit_entry t
    where t.id = any (${p.ids}::bigint[]) and ${p.userId} in (t.actor_id, t.about_user_id)
    order by t.id
  `,
);

/**
 * Maximum number of rows read at once. They take at most 20 MB if all descriptions have the maximum
 * length of 40 kB.
 */
const ROWS_AT_ONCE = 500;

/** Reads rows while they are sent. No database connection is occupied between two reads. */
async function* rowsOf<Row>(
  db: Db,
  userId: number,
  keys: Statement<OfUser, RowKeys>,
  rows: Statement<Keyed, Row>,
): AsyncGenerator<Row> {
  const found = await db.first(keys, { userId });
  if (!found) return;
  for (let start = 0; start < found.ids.length; start += ROWS_AT_ONCE) {
    const ids = found.ids.slice(start, start + ROWS_AT_ONCE);
    const companyIds = found.companyIds.slice(start, start + ROWS_AT_ONCE);
    yield* await db.all(rows, { userId, ids, companyIds });
  }
}

async function* auditEntriesOf(db: Db, userId: number): AsyncGenerator<Part<"auditEntries">> {
  yield* rowsOf(db, userId, findRowKeys("audit_entry", "actor_id"), listAuditData);
  yield* rowsOf(db, userId, findRowKeys("site_audit_entry", "actor_id"), listSiteAuditData);
  // Entries about the account's own actions are skipped, because they have already been returned.
  for (const others of [
    rowsOf(db, userId, findRowKeys("audit_entry", "about_user_id"), listAuditData),
    rowsOf(db, userId, findRowKeys("site_audit_entry", "about_user_id"), listSiteAuditData),
  ]) {
    for await (const entry of others) if (!entry.isByAccount) yield entry;
  }
}

async function* all<Row>(db: Db, userId: number, rows: Statement<OfUser, Row>) {
  yield* await db.all(rows, { userId });
}

/**
 * Returns the data that is stored about an account in all companies, or undefined if the account
 * does not exist. What others have done to the account is listed only with the kind, time and
 * company. The result contains no text, title or name of other people, so it reveals nothing that
 * the account can no longer see (docs/decisions/0031-deleted-accounts.md).
 */
export async function readAccountData(
  db: Db,
  userId: number,
): Promise<ResultOf<typeof accountApi.data> | undefined> {
  const account = await db.first(findAccountData, { userId });
  if (!account) return undefined;
  const settings = await db.first(findNotificationSettings, { userId });
  if (!settings) return undefined;
  const { email, timeZone, newFeedback } = settings;
  const own = <Row>(table: keyof typeof KEYS, rows: Statement<Keyed, Row>) =>
    rowsOf(db, userId, findRowKeys(table, "user_id"), rows);
  return {
    account,
    notificationSettings: { email, timeZone, newFeedback, suppression: suppressionOf(settings) },
    secondFactor: (await db.first(findSecondFactorData, { userId })) ?? null,
    passkeys: all(db, userId, listPasskeyData),
    identities: all(db, userId, listIdentityData),
    sessions: own("session", listSessionData),
    knownDevices: all(db, userId, listKnownDevices),
    items: own("feedback_item", listOwnItems),
    comments: own("comment", listOwnComments),
    reactions: own("comment_reaction", listOwnReactions),
    votes: own("user_vote", listOwnVotes),
    follows: own("follow", listOwnFollows),
    pictures: all(db, userId, listOwnPictures),
    changelogSubscriptions: all(db, userId, listOwnSubscriptions),
    organisations: all(db, userId, listOwnOrganisations),
    invitations: all(db, userId, listOwnInvitations),
    reports: all(db, userId, listOwnReports),
    rejections: all(db, userId, listOwnRejections),
    blocks: all(db, userId, listBlocksOf("user_id")),
    blockedAccounts: all(db, userId, listBlocksOf("blocked_by_id")),
    statusChanges: own("status_change", listOwnStatusChanges),
    auditEntries: auditEntriesOf(db, userId),
  };
}
