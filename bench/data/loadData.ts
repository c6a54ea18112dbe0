import pg from "pg";
import { checkData } from "./checkData.ts";
import { copyRows } from "./copyRows.ts";
import type { CompanyPlan } from "./planCompanies.ts";
import { tableRows } from "./tableRows.ts";
import { withoutIndexes } from "./withoutIndexes.ts";

/**
 * Increase this number when the generated data changes, so that older stored data is not reused.
 */
export const DATA_VERSION = 4;

const BIG_TABLES = [
  "user_account",
  "feedback_item",
  "user_vote",
  "comment",
  "status_change",
  "feedback_search",
];

/**
 * Statements that insert the rows that triggers and API calls would have inserted. Triggers
 * are disabled during the load.
 */
const DERIVED_ROWS = [
  `insert into feedback_discussion (company_id, feedback_id, board_id, status, comments_count)
     select company_id, id, board_id, status, comments_count from feedback_item`,
  `insert into feedback_update (company_id, feedback_id, updated_at)
     select company_id, id, created_at from feedback_item`,
  `update feedback_item f set trend = voted.trend from (
     select company_id, feedback_id, sum_of_trends(trend_of_vote(created_at)) as trend
     from user_vote group by 1, 2
   ) voted
   where f.company_id = voted.company_id and f.id = voted.feedback_id`,
  `insert into feedback_counter (company_id, board_id, status, category, board_category_id, items)
     select company_id, board_id, status, category, coalesce(board_category_id, 0), count(*)
     from feedback_item group by 1, 2, 3, 4, 5`,
  `insert into feedback_search (company_id, feedback_id, document, board_id, board_category_id, status, category)
     select company_id, id, fold_text(title || chr(31) || description), board_id, board_category_id, status, category
     from feedback_item`,
  `insert into activity (company_id, feedback_id, kind, actor_id, data, origin, created_at)
     select company_id, feedback_id, 'status_changed', user_id, jsonb_build_object('toStatus', to_status),
       'http://localhost', created_at
     from status_change`,
  // Adds a notification about each change of an item's status for everybody who has commented on
  // the item.
  `insert into notification (company_id, user_id, activity_id, feedback_id, reason, mail, created_at)
     select distinct a.company_id, c.user_id, a.id, a.feedback_id, 'followed', 'off', a.created_at
     from activity a
     join comment c on c.company_id = a.company_id and c.feedback_id = a.feedback_id
     where c.user_id is not null`,
  // Lets everybody who has commented on an item follow the item.
  `insert into follow (company_id, feedback_id, user_id, level)
     select distinct company_id, feedback_id, user_id, 'all' from comment`,
];

/** Returns a statement that continues a table's id sequence after the loaded ids. */
const nextId = (table: string) =>
  `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`;

/**
 * Fills a migrated, empty database with the items of these companies and related rows. The same
 * companies always get the same data. Triggers and foreign keys are disabled during the load. Derived rows are
 * inserted in bulk. A recount checks the stored counts and the search documents.
 * @param connectionString of a superuser
 */
export async function loadData(
  connectionString: string,
  companies: readonly CompanyPlan[],
  log: (message: string) => void = () => undefined,
): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(
      "set session_replication_role = replica; set maintenance_work_mem = '512MB'",
    );
    await withoutIndexes(client, BIG_TABLES, async () => {
      const started = performance.now();
      for (const table of tableRows(companies)) {
        await copyRows(client, table);
        log(`copied ${table.table} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
      }
      for (const text of DERIVED_ROWS) await client.query(text);
      log("stored counters and search documents");
    });
    for (const table of ["company", "user_account", "board", "feedback_item"])
      await client.query(nextId(table));
    log("built the indexes");
    await client.query("set session_replication_role = origin");
    await client.query("vacuum (analyze, freeze)");
    await checkData(client);
    log("recounted all that is stored");
  } finally {
    await client.end();
  }
}
