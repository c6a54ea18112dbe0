import type { NamedTarget } from "./nameMatcher.ts";
import { sql } from "#server/platform/db/sql.ts";
import type { ImportSource } from "#contract/importFormats.ts";
import { IMPORT_UNDO_DAYS } from "#contract/importFormats.ts";
import { statement } from "#server/platform/db/statement.ts";
import type { StoredRun } from "./storedRun.ts";

interface OfImport {
  companyId: number;
  importId: number;
}

const columns = sql`id, source, file_name, bytes, record_bytes, state, layout, mapping, names, progress, counts,
  preview, problem, created_at, finished_at,
  case when state = 'done' and finished_at > now() - make_interval(days => ${sql.lit(IMPORT_UNDO_DAYS)})
    then finished_at + make_interval(days => ${sql.lit(IMPORT_UNDO_DAYS)}) end as undoable_until`;

/** @throws unique_violation `import_run_unfinished` if another import is not finished */
export const insertRun = statement<
  { companyId: number; source: ImportSource; fileName: string; progress: string },
  { id: number }
>(
  "insert_import_run",
  (p) => sql`
    insert into import_run (company_id, source, file_name, progress)
    values (${p.companyId}, ${p.source}, ${p.fileName}, ${p.progress}::jsonb)
    returning id
  `,
);

/** Stores the API key with which an import reads from another product. */
export const storeApiKey = statement<OfImport & { apiKey: string }, never>(
  "store_import_api_key",
  (p) => sql`
    update import_run set api_key = ${p.apiKey}
    where company_id = ${p.companyId} and id = ${p.importId}
  `,
);

/** Returns the API key with which an import reads from another product. */
export const findApiKey = statement<OfImport, { apiKey: string | null }>(
  "find_import_api_key",
  (p) => sql`
    select api_key from import_run where company_id = ${p.companyId} and id = ${p.importId}
  `,
);

export const findRun = statement<OfImport, StoredRun>(
  "find_import_run",
  (p) => sql`
    select ${columns} from import_run where company_id = ${p.companyId} and id = ${p.importId}
  `,
);

/** Returns a run and locks it until the transaction ends. */
export const lockRun = statement<OfImport, StoredRun>(
  "lock_import_run",
  (p) => sql`
    select ${columns} from import_run where company_id = ${p.companyId} and id = ${p.importId}
    for update
  `,
);

/** Lists the last 20 runs, newest first. */
export const listRuns = statement<{ companyId: number }, StoredRun>(
  "list_import_runs",
  (p) => sql`
    select ${columns} from import_run where company_id = ${p.companyId}
    order by id desc limit 20
  `,
);

/**
 * Returns the layout and mapping of the newest import from a source whose run has finished. The
 * mapping for the next file is proposed from them.
 */
export const findLastMapping = statement<
  { companyId: number; source: ImportSource },
  Pick<StoredRun, "layout" | "mapping">
>(
  "find_last_import_mapping",
  (p) => sql`
    select layout, mapping from import_run
    where company_id = ${p.companyId} and source = ${p.source} and state in ('done', 'undone')
    order by id desc limit 1
  `,
);

/**
 * Updates the fields of a run that can change, and deletes the API key unless records are still
 * being read. The caller has locked the run.
 */
export const updateRun = statement<
  OfImport & {
    runState: StoredRun["state"];
    bytes: number;
    layout: string;
    mapping: string;
    names: string;
    progress: string;
    counts: string;
    preview: string;
    problem: string | null;
    recordBytes: number;
  },
  StoredRun
>(
  "update_import_run",
  (p) => sql`
    update import_run set state = ${p.runState}, bytes = ${p.bytes}, layout = ${p.layout}::jsonb,
      mapping = ${p.mapping}::jsonb, names = ${p.names}::jsonb, progress = ${p.progress}::jsonb,
      counts = ${p.counts}::jsonb, preview = ${p.preview}::jsonb, problem = ${p.problem},
      record_bytes = ${p.recordBytes}, worked_at = now(),
      api_key = case when ${p.runState} = 'reading' then api_key end,
      finished_at = case when ${p.runState} in ('done', 'failed') then coalesce(finished_at, now()) else finished_at end
    where company_id = ${p.companyId} and id = ${p.importId}
    returning ${columns}
  `,
);

export const deleteRun = statement<OfImport, never>(
  "delete_import_run",
  (p) => sql`
    delete from import_run where company_id = ${p.companyId} and id = ${p.importId}
  `,
);

/** Returns a newer, finished run of the company that was not undone, if one exists. */
export const findLaterRun = statement<OfImport, { id: number }>(
  "find_later_import_run",
  (p) => sql`
    select id from import_run
    where company_id = ${p.companyId} and id > ${p.importId} and state = 'done' limit 1
  `,
);

/**
 * Deletes the company's unfinished upload if no part of the file has arrived for five minutes. In
 * this case the process was killed, or the client has stopped sending.
 */
export const deleteDeadUpload = statement<{ companyId: number }, never>(
  "delete_dead_import_upload",
  (p) => sql`
    delete from import_run
    where company_id = ${p.companyId} and state = 'uploading'
      and worked_at < now() - interval '5 minutes'
  `,
);

/** Records, at most once in ten seconds, that a process is working on an import. */
export const markAlive = statement<OfImport, never>(
  "mark_import_alive",
  (p) => sql`
    update import_run set worked_at = now()
    where company_id = ${p.companyId} and id = ${p.importId}
      and worked_at < now() - interval '10 seconds'
  `,
);

/**
 * Records that an import waits for another product, so that `resumeImports` does not continue it
 * before.
 */
export const waitForProduct = statement<OfImport & { seconds: number }, never>(
  "wait_for_product_of_import",
  (p) => sql`
    update import_run set worked_at = now() + make_interval(secs => ${p.seconds})
    where company_id = ${p.companyId} and id = ${p.importId}
  `,
);

/**
 * Lists up to 100 imports that have work left and on which no process has worked for a minute. The
 * job of such an import has failed or waits in the queue, or the process of the job was killed.
 */
export const listOverdueImports = statement<object, OfImport>(
  "list_overdue_imports",
  () => sql`
    select company_id, id as import_id from import_run
    where state in ('reading', 'checking', 'running', 'undoing') and worked_at < now() - interval '1 minute'
    order by worked_at limit 100
  `,
);

/** Number of days after which an import that waits for an admin is deleted. */
const WAITING_DAYS = 7;

/** Locks and returns an import that has waited too long for an admin, or has failed. */
export const lockAbandonedImport = statement<object, OfImport>(
  "lock_abandoned_import",
  () => sql`
    select company_id, id as import_id from import_run
    where state in ('uploading', 'failed', 'uploaded', 'checked')
      and worked_at < now() - make_interval(days => ${sql.lit(WAITING_DAYS)})
    order by company_id, id limit 1 for update
  `,
);

/** The names and the layout of a run without the data of its file, except the columns' names. */
const [noNames, bareLayout] = [
  sql`'[]'::jsonb`,
  sql`layout - 'company' || jsonb_build_object('samples', '[]'::jsonb)`,
];

/** The SQL condition for an import that has failed, or whose run has created and changed nothing. */
const wroteNothing = sql`(state = 'failed' or state = 'done'
  and not jsonb_path_exists(counts, '$[*] ? (@.new > 0 || @.changed > 0)'))`;

/**
 * Lists up to 100 imports that still have data of their files and can no longer be undone, or have
 * written nothing.
 */
export const listExpiredImports = statement<object, OfImport>(
  "list_expired_imports",
  () => sql`
    select r.company_id, r.id as import_id from import_run r
    where (
        r.state in ('done', 'undone')
          and r.finished_at < now() - make_interval(days => ${sql.lit(IMPORT_UNDO_DAYS)})
        or ${wroteNothing}
      )
      and (names <> ${noNames} or layout <> ${bareLayout} or exists (
        select from import_record w where w.company_id = r.company_id and w.import_id = r.id
      ))
    order by r.company_id, r.id limit 100
  `,
);

/**
 * Deletes the names, the preview and the examples of values that a run has stored of its file, and
 * the exported company. The names of the columns stay, because the next import proposes the same columns.
 */
export const deleteFileData = statement<OfImport, never>(
  "delete_import_file_data",
  (p) => sql`
    update import_run
    set names = ${noNames}, layout = ${bareLayout}, preview = default, record_bytes = 0
    where company_id = ${p.companyId} and id = ${p.importId}
  `,
);

/** Updates PostgreSQL's statistics of the import tables. */
export const analyzeImports = statement<object, never>(
  "analyze_imports",
  () => sql`select analyze_imports()`,
);

/** Lists up to 2,000 boards and topics of a company. */
export const listTargets = statement<{ companyId: number }, NamedTarget>(
  "list_import_targets",
  (p) => sql`
    select 'board' as kind, id, name, is_private from board where company_id = ${p.companyId}
    union all
    select 'topic', id, name, false from board_category where company_id = ${p.companyId}
    order by kind, id limit 2000
  `,
);
