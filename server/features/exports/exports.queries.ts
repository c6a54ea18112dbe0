import { sql } from "kysely";
import type { Export } from "#contract/exports.ts";
import { STORED_EXPORTS } from "#contract/exports.ts";
import { statement } from "#server/platform/db/statement.ts";

/** The time after which an export expires and its file can no longer be downloaded. */
const LIFETIME = sql`interval '1 day'`;

interface ExportKey {
  companyId: number;
  exportId: number;
}

const columns = sql`e.id, e.state, e.rows_done, e.rows_total, e.size, e.problem, e.created_at,
  e.expires_at,
  (select coalesce(u.full_name, u.username) from user_account u where u.id = e.requester_id)
    as requested_by`;

const isCurrent = sql<boolean>`coalesce(e.expires_at > now(), true)`;

/** Lists a company's exports that have not expired, newest first. */
export const listStoredExports = statement<{ companyId: number }, Export>("list_exports", (q, p) =>
  sql<Export>`
    select ${columns} from export e
    where e.company_id = ${p.companyId} and ${isCurrent}
    order by e.id desc limit 100
  `.compile(q),
);

export const findExport = statement<ExportKey, Export>("find_export", (q, p) =>
  sql<Export>`
    select ${columns} from export e
    where e.company_id = ${p.companyId} and e.id = ${p.exportId} and ${isCurrent}
  `.compile(q),
);

/** Starts an export. Returns nothing while the company has a running export. */
export const insertExport = statement<
  { companyId: number; requesterId: number | null; progress: string },
  { id: number }
>("insert_export", (q, p) =>
  sql<{ id: number }>`
    insert into export (company_id, requester_id, progress)
    values (${p.companyId}, ${p.requesterId}, ${p.progress}::jsonb)
    on conflict (company_id) where state = 'running' do nothing
    returning id
  `.compile(q),
);

/**
 * Makes the company's finished and failed exports expire, except the newest `STORED_EXPORTS` of
 * them.
 */
export const expireOlderExports = statement<{ companyId: number }, never>(
  "expire_older_exports",
  (q, p) =>
    sql<never>`
      update export set expires_at = now()
      where company_id = ${p.companyId} and state <> 'running' and expires_at > now()
        and id not in (
          select e.id from export e
          where e.company_id = ${p.companyId} and e.state <> 'running'
          order by e.id desc limit ${sql.lit(STORED_EXPORTS)}
        )
    `.compile(q),
);

/** Marks an export as failed and makes it expire at once, whatever its state is. */
export const discardExport = statement<ExportKey, never>("discard_export", (q, p) =>
  sql<never>`
    update export set state = 'failed', problem = 'Discarded', expires_at = now()
    where company_id = ${p.companyId} and id = ${p.exportId}
  `.compile(q),
);

const isStale = sql<boolean>`(e.expires_at <= now() or e.state = 'failed')`;

/** Deletes up to 100 parts of exports that have expired or failed. */
export const deleteSomeStaleParts = statement<Record<never, never>, { exportId: number }>(
  "delete_some_stale_parts",
  (q) =>
    sql<{ exportId: number }>`
      delete from export_part where (company_id, export_id, file, position) in (
        select p.company_id, p.export_id, p.file, p.position
        from export e join export_part p on p.company_id = e.company_id and p.export_id = e.id
        where ${isStale} limit 100
      )
      returning export_id
    `.compile(q),
);

/**
 * Deletes up to 5,000 rows from the lists of people of exports that have expired or failed. The
 * accounts of these people remain.
 */
export const deleteSomeStalePeople = statement<Record<never, never>, { exportId: number }>(
  "delete_some_stale_people",
  (q) =>
    sql<{ exportId: number }>`
      delete from export_person where (company_id, export_id, user_id) in (
        select p.company_id, p.export_id, p.user_id
        from export e join export_person p on p.company_id = e.company_id and p.export_id = e.id
        where ${isStale} limit 5000
      )
      returning export_id
    `.compile(q),
);

/** Deletes the exports that have expired. */
export const deleteExpiredRows = statement<Record<never, never>, never>(
  "delete_expired_exports",
  (q) => sql<never>`delete from export where expires_at <= now()`.compile(q),
);

/**
 * Lists up to 200 running exports of which no slice was finished for a minute. The export that has
 * been idle longest is first.
 */
export const listOverdueExports = statement<Record<never, never>, ExportKey>(
  "list_overdue_exports",
  (q) =>
    sql<ExportKey>`
      select company_id, id as export_id from export
      where state = 'running' and updated_at < now() - interval '1 minute'
      order by updated_at limit 200
    `.compile(q),
);

/** Finds the company that an operator exports. */
export const findExportCompany = statement<{ subdomain: string }, { id: number; name: string }>(
  "find_export_company",
  (q, p) =>
    sql<{ id: number; name: string }>`
      select id, name from company where subdomain = lower(${p.subdomain})
    `.compile(q),
);

/** A running export between two slices. */
export interface RunningExport {
  slices: number;
  /** The stored `ExportProgress`, which has not been validated yet. */
  progress: unknown;
  size: number;
}

export const findRunningExport = statement<ExportKey, RunningExport>(
  "find_running_export",
  (q, p) =>
    sql<RunningExport>`
      select slices, progress, size from export
      where company_id = ${p.companyId} and id = ${p.exportId} and state = 'running'
    `.compile(q),
);

/**
 * Stores an estimate of the number of rows that the export will read. The progress is shown
 * relative to this number. Accounts that do not belong to the company are not counted, because they
 * are found only while the export runs.
 */
export const countExportedRows = statement<ExportKey, never>("count_exported_rows", (q, p) =>
  sql<never>`
    update export set updated_at = now(), rows_total =
      (select count(*) from status_change c where c.company_id = ${p.companyId})
      + (select count(*) from follow f where f.company_id = ${p.companyId})
      + (select count(*) from user_vote v where v.company_id = ${p.companyId})
      + (select count(*) from comment c where c.company_id = ${p.companyId})
      + (select count(*) from feedback_item i where i.company_id = ${p.companyId})
      + (select count(*) from board_category c where c.company_id = ${p.companyId})
      + (select count(*) from board b where b.company_id = ${p.companyId})
      + (select count(*) from saved_view v where v.company_id = ${p.companyId})
      + (select count(*) from user_account u where u.home_company_id = ${p.companyId})
    where company_id = ${p.companyId} and id = ${p.exportId}
  `.compile(q),
);

/**
 * Stores that a slice is finished. Returns nothing if another process has stored the slice before,
 * or if the export is no longer running.
 */
export const finishSlice = statement<
  ExportKey & { slices: number; progress: string; rowsDone: number; storedBytes: number },
  { id: number }
>("finish_export_slice", (q, p) =>
  sql<{ id: number }>`
    update export set slices = slices + 1, progress = ${p.progress}::jsonb,
      rows_done = rows_done + ${p.rowsDone}::integer, size = size + ${p.storedBytes}::bigint,
      failures = 0, updated_at = now()
    where company_id = ${p.companyId} and id = ${p.exportId} and state = 'running'
      and slices = ${p.slices}
    returning id
  `.compile(q),
);

export const insertExportPart = statement<
  ExportKey & { file: string; position: number; content: Buffer },
  never
>("insert_export_part", (q, p) =>
  sql<never>`
    insert into export_part (company_id, export_id, file, position, content)
    values (${p.companyId}, ${p.exportId}, ${p.file}, ${p.position}, ${p.content}::bytea)
  `.compile(q),
);

export const findExportPart = statement<
  ExportKey & { file: string; part: number },
  { content: Buffer }
>("find_export_part", (q, p) =>
  sql<{ content: Buffer }>`
    select content from export_part
    where company_id = ${p.companyId} and export_id = ${p.exportId} and file = ${p.file}
      and position = ${p.part}
  `.compile(q),
);

/** Makes the file of a running export available for a day. */
export const finishExport = statement<ExportKey, never>("finish_export", (q, p) =>
  sql<never>`
    update export set state = 'ready', rows_total = rows_done, expires_at = now() + ${LIFETIME}
    where company_id = ${p.companyId} and id = ${p.exportId} and state = 'running'
  `.compile(q),
);

/** Counts a slice that failed. Returns the number of failures since the last finished slice. */
export const countFailure = statement<ExportKey, { failures: number }>(
  "count_export_failure",
  (q, p) =>
    sql<{ failures: number }>`
      update export set failures = failures + 1
      where company_id = ${p.companyId} and id = ${p.exportId} and state = 'running'
      returning failures
    `.compile(q),
);

/** Marks a running export as failed. `deleteStaleExports` deletes its parts later. */
export const failExport = statement<ExportKey & { problem: string }, never>("fail_export", (q, p) =>
  sql<never>`
      update export set state = 'failed', problem = ${p.problem}, size = 0,
        expires_at = now() + ${LIFETIME}
      where company_id = ${p.companyId} and id = ${p.exportId} and state = 'running'
    `.compile(q),
);

/** The data that the download of an export needs. */
export interface ExportFiles {
  state: Export["state"];
  progress: unknown;
  updatedAt: string;
}

export const findExportFiles = statement<ExportKey, ExportFiles>("find_export_files", (q, p) =>
  sql<ExportFiles>`
    select e.state, e.progress, e.updated_at from export e
    where e.company_id = ${p.companyId} and e.id = ${p.exportId} and ${isCurrent}
  `.compile(q),
);
