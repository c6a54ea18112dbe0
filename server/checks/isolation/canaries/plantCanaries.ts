import { NO_COLUMNS } from "#contract/importFields.ts";
import type { TestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import type { CanaryRegistry, Owner } from "./canaryRegistry.ts";

type Sql = TestDatabase["sql"];

/** Text columns that cannot contain a canary word, with the reason. */
const WITHOUT_TEXT: Readonly<Record<string, string>> = {
  "company.moderation": "one of four",
  "company.roadmap_order": "one of two",
  "company.time_zone": "a known time zone",
  "company.subscription_status": "one of four",
  "company.subscription_plan": "one of four",
  "user_account.role": "one of three",
  "company_logo.content_type": "one of three",
  "feedback_item.category": "one of four",
  "feedback_item.status": "one of five",
  "feedback_item.state": "one of four",
  "feedback_item.close_reason": "one of four",
  "comment.visibility": "one of three",
  "comment.reactions": "numbers by emoji",
  "comment_reaction.emoji": "one of six",
  "status_change.from_status": "one of five",
  "status_change.to_status": "one of five",
  "user_account.email_pace": "one of four",
  "user_account.new_feedback_pace": "one of three",
  "session.host": "the host on which the session is valid",
  "follow.level": "one of three",
  "notification.reason": "one of four",
  "notification.mail": "one of five",
  "notification.mail_pace": "one of three",
  "mail_delivery.kind": "one of three",
  "mail_delivery.state": "one of six",
  "invitation.role": "one of two",
  "export.state": "one of three",
  "export.progress": "written and read by the job and the download only",
  "import_part.section": "one of fourteen",
  "import_run.source": "one of six",
  "import_run.state": "one of ten",
  "import_run.counts": "numbers",
  "import_run.progress": "numbers",
  "import_record.kind": "one of six",
  "import_record.fate": "one of four",
  "imported_item.source": "one of six",
  "imported_entry.source": "one of six",
  "imported_entry.kind": "one of two",
  "report.reason": "one of four",
  "roadmap_column.status": "one of five",
  "roadmap_column.feedback_ids": "numbers",
  "undo_entry.kind": "one of seven",
  "api_key.hint": "four characters of a key",
  "api_key.scopes": "any of seven",
  "activity.kind": "read by the program, which ignores a kind that it does not know",
  "activity.pending": "written and read by consumers only",
  "company.webhook_events": "follows the events of the endpoints",
  "application_sign_in.method": "one of two",
  "webhook_endpoint.kind": "one of six",
  "webhook_endpoint.events": "any of fourteen",
  "webhook_endpoint.board_ids": "numbers",
  "webhook_endpoint.state": "one of two",
  "webhook_endpoint.off_reason": "one of five",
  "webhook_delivery.state": "one of four",
  "sign_on_attempt.kind": "one of three",
  "sign_on_attempt.purpose": "one of three",
  "passkey.transports": "any of six",
  "activity_task.progress": "written and read by its consumer only",
  "picture.part": "one of four",
  "changelog_entry.state": "one of three",
  "changelog_entry.tells": "any of two",
  "changelog_label.color": "six hex digits",
  "changelog_subscriber.state": "one of three",
  "feedback_counter.status": "one of five",
  "feedback_counter.category": "one of four",
  "feedback_discussion.status": "one of five",
  "feedback_search.status": "one of five",
  "feedback_search.category": "one of four",
  "feedback_search.title_keys": "computed from the document",
  "feedback_search.document": "follows the item's title and description by trigger",
};

/**
 * SQL expressions that put a canary word into columns that do not accept every text. Where values
 * must be unique, the expression appends the row's `id`.
 */
const FORMATS: Readonly<Record<string, (word: string) => string>> = {
  "webhook_delivery.answers": (word) =>
    `'[{"at": "2026-05-05T14:20:01.000Z", "status": 500, "milliseconds": 8, "body": "${word}", "error": null}]'`,
  "board.slug": (word) => `'${word}-' || id`,
  "board_category.name": (word) => `'${word} ' || id`,
  "changelog_entry.slug": (word) => `'e-${word}-' || id`,
  "changelog_label.name": (word) => `'${word} ' || id`,
  "changelog_subscriber.address": (word) =>
    `case when address is not null then '${word}@example.com' end`,
  "saved_view.name": (word) => `'${word} ' || id`,
  "saved_view.filters": (word) => `'{"search": "${word}"}'`,
  "import_run.layout": (word) =>
    `'{"format": "csv", "delimiter": ",", "columns": ["${word}"], "samples": [["${word}"]]}'`,
  "import_run.mapping": (word) =>
    `'${JSON.stringify({
      columns: NO_COLUMNS,
      boardId: null,
      names: [{ kind: "board", name: word, target: null }],
    })}'`,
  "import_run.names": (word) => `'[{"kind": "board", "name": "${word}", "rows": 1}]'`,
  "import_run.preview": (word) =>
    `'${JSON.stringify({
      people: null,
      examples: [{ kind: "item", file: null, line: 1, fate: "new", title: word, reason: null }],
    })}'`,
  "company.subdomain": (word) => `'${word}'`,
  "company.custom_domain": (word) => `'${word}.example.com'`,
  "company.website": (word) => `'https://${word}.example.com'`,
  "user_account.username": (word) => `'${word}' || id || '@example.com'`,
  "sign_on_provider.issuer": (word) => `'https://192.88.98.1/${word}'`,
  "session.ip": (word) => `'${word}'`,
};

interface Place {
  table: string;
  column: string;
  type: string;
}

/** Reads all text, JSON and array columns of tables with company data. */
async function readPlaces(sql: Sql): Promise<Place[]> {
  return sql<Place>(
    `select c.table_name as "table", c.column_name as column, c.data_type as type
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
       and (c.data_type in ('text', 'character varying', 'jsonb', 'json', 'xml', 'ARRAY') or c.udt_name = 'citext')
       and (t.table_name in ('company', 'session') or exists (
         select from information_schema.columns k where k.table_schema = 'public' and k.table_name = c.table_name
           and k.column_name ~ '(^|_)company_id$'))
       and not (select relispartition from pg_class where oid = ('public.' || quote_ident(t.table_name))::regclass)
     order by 1, 2`,
  );
}

const OF_ITS_ACCOUNTS = "user_id in (select id from user_account where home_company_id = $1)";

/** SQL conditions for a company's rows of tables without a column `company_id`. */
const ROWS_OF_COMPANY: Readonly<Record<string, string>> = {
  company: "id = $1",
  user_account: "home_company_id = $1",
  session: OF_ITS_ACCOUNTS,
  passkey: OF_ITS_ACCOUNTS,
  sign_in_identity: "issuing_company_id = $1",
  sign_on_attempt: "target_company_id = $1",
  pending_identity: "issuing_company_id = $1",
  login_code: "target_company_id = $1",
};

/**
 * Writes a separate word into each text column of a company's rows and returns the number of
 * columns.
 * @throws Error if the company has no row for a column, so that new columns are not forgotten
 */
export async function plantEverywhere(
  sql: Sql,
  registry: CanaryRegistry,
  companyId: number,
): Promise<number> {
  let planted = 0;
  const empty: string[] = [];
  for (const place of await readPlaces(sql)) {
    const name = `${place.table}.${place.column}`;
    if (Object.hasOwn(WITHOUT_TEXT, name)) continue;
    if (
      (await plantIn(sql, registry, {
        place,
        owner: "B",
        rows: ROWS_OF_COMPANY[place.table] ?? "company_id = $1",
        companyId,
      })) === 0
    )
      empty.push(name);
    planted += 1;
  }
  if (empty.length > 0)
    throw new Error(
      `No row of the company has anything in ${empty.join(", ")}: make one, or say in WITHOUT_TEXT why not`,
    );
  return planted;
}

/** Writes a word into one column of matching rows and returns the number of these rows. */
async function plantIn(
  sql: Sql,
  registry: CanaryRegistry,
  {
    place,
    owner,
    rows,
    companyId,
  }: { place: Place; owner: Owner; rows: string; companyId: number },
): Promise<number> {
  const name = `${place.table}.${place.column}`;
  const word = registry.plant(owner, name);
  const value =
    FORMATS[name]?.(word) ?? (place.type === "jsonb" ? `'{"canary": "${word}"}'` : `'${word}'`);
  const changed = await sql(
    `update ${place.table} set ${place.column} = ${value} where ${rows} returning 1`,
    [companyId],
  );
  return changed.length;
}

/**
 * SQL conditions for the rows of company A that visitors of A must not read: private boards with
 * their content, posts that wait for approval, internal notes, reports, drafts, and data of the admins such
 * as the audit log. `PENDING` lists the columns of unverified domains.
 */
const ADMINS_ONLY: Readonly<Record<string, string>> = {
  board: "company_id = $1 and is_private",
  feedback_item: `company_id = $1 and (state = 'pending'
    or board_id in (select id from board where company_id = $1 and is_private))`,
  comment: `company_id = $1 and (visibility <> 'public' or feedback_id in (select f.id from feedback_item f
    join board b on (b.company_id, b.id) = (f.company_id, f.board_id) where f.company_id = $1 and b.is_private))`,
  report: "company_id = $1",
  rejected_post: "company_id = $1",
  undo_entry: "company_id = $1",
  api_key: "company_id = $1",
  api_answer: "company_id = $1",
  status_change: `(company_id, feedback_id) in (select f.company_id, f.id from feedback_item f
    join board b on (b.company_id, b.id) = (f.company_id, f.board_id) where f.company_id = $1 and b.is_private)`,
  activity: `(company_id, feedback_id) in (select f.company_id, f.id from feedback_item f
    join board b on (b.company_id, b.id) = (f.company_id, f.board_id) where f.company_id = $1 and b.is_private)`,
  changelog_entry: "company_id = $1 and state <> 'published'",
  changelog_subscriber: "company_id = $1",
  application_sign_in: "company_id = $1",
  organisation: "company_id = $1",
  sign_on_provider: "company_id = $1",
  email_domain: "company_id = $1",
  webhook_endpoint: "company_id = $1",
  webhook_secret: "company_id = $1",
  webhook_delivery: "company_id = $1",
  sign_in_identity: "issuing_company_id = $1",
  sign_on_attempt: "target_company_id = $1",
  pending_identity: "issuing_company_id = $1",
  login_code: "target_company_id = $1",
  saved_view: "company_id = $1",
  mail_delivery: "company_id = $1",
  invitation: "company_id = $1",
  export: "company_id = $1",
  export_part: "company_id = $1",
  audit_entry: "company_id = $1",
};

const PENDING = ["company.custom_domain", "company.custom_domain_problem"];

export async function plantForAdminsOnly(
  sql: Sql,
  registry: CanaryRegistry,
  companyId: number,
): Promise<void> {
  for (const place of await readPlaces(sql)) {
    const name = `${place.table}.${place.column}`;
    if (Object.hasOwn(WITHOUT_TEXT, name)) continue;
    const isPending = PENDING.includes(name);
    const rows = isPending ? "id = $1" : ADMINS_ONLY[place.table];
    if (rows !== undefined)
      await plantIn(sql, registry, { place, owner: "adminsOfA", rows, companyId });
    if (name === "company.stripe_customer_id") {
      await plantIn(sql, registry, { place, owner: "provider", rows: "id = $1", companyId });
    }
  }
}
