import { sql } from "#server/platform/db/sql.ts";
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

const isCurrent = sql`coalesce(e.expires_at > now(), true)`;

/** Lists a company's exports that have not expired, newest first. */
export const listStoredExports = statement<{ companyId: number }, Export>(
  "list_exports",
  (p) => sql`
    select ${columns} from export e
    where e.company_id = ${p.companyId} and ${isCurrent}
    order by e.id desc limit 100
  `,
);

export const findExport = statement<ExportKey, Export>(
  "find_export",
  (p) => sql`
    select ${columns} from export e
    where e.company_id = ${p.companyId} and e.id = ${p.exportId} and ${isCurrent}
  `,
);

/** Starts an export. Returns nothing while the company has a running export. */
export const insertExport = statement<
  { companyId: number; requesterId: number | null; progress: string },
  { id: number }
>(
  "insert_export",
  (p) => sql`
    insert into export (company_id, requester_id, progress)
    values (${p.companyId}, ${p.requesterId}, ${p.progress}::jsonb)
    on conflict (company_id) where state = 'running' do nothing
    returning id
  `,
);

/**
 * Makes the company's finished and failed exports expire, except the newest `STORED_EXPORTS` of
 * them.
 */
export const expireOlderExports = statement<{ companyId: number }, never>(
  "expire_older_exports",
  (p) => sql`
    update export set expires_at = now()
    where company_id = ${p.companyId} and state <> 'running' and expires_at > now()
      and id not in (
        select e.id from export e
        where e.company_id = ${p.companyId} and e.state <> 'running'
        order by e.id desc limit ${sql.lit(STORED_EXPORTS)}
      )
  `,
);

/** Marks an export as failed and makes it expire at once, whatever its state is. */
export const discardExport = statement<ExportKey, never>(
  "discard_export",
  (p) => sql`
    update export set state = 'failed', problem = 'Discarded', expires_at = now()
    where company_id = ${p.companyId} and id = ${p.exportId}
  `,
);

const isStale = sql`(e.expires_at <= now() or e.state = 'failed')`;

/** Deletes up to 100 parts of exports that have expired or failed. */
export const deleteSomeStaleParts = statement<Record<never, never>, { exportId: number }>(
  "delete_some_stale_parts",
  () => sql`
    delete from export_part where (company_id, export_id, file, position) in (
      select p.company_id, p.export_id, p.file, p.position
      from export e join export_part p on p.company_id = e.company_id and p.export_id = e.id
      where ${isStale} limit 100
    )
    returning export_id
  `,
);

/**
 * Deletes up to 5,000 rows from the lists of people of exports that have expired or failed. The
 * accounts of these people remain.
 */
export const deleteSomeStalePeople = statement<Record<never, never>, { exportId: number }>(
  "delete_some_stale_people",
  () => sql`
    delete from export_person where (company_id, export_id, user_id) in (
      select p.company_id, p.export_id, p.user_id
      from export e join export_person p on p.company_id = e.company_id and p.export_id = e.id
      where ${isStale} limit 5000
    )
    returning export_id
  `,
);

/** Deletes the exports that have expired. */
export const deleteExpiredRows = statement<Record<never, never>, never>(
  "delete_expired_exports",
  () => sql`delete from export where expires_at <= now()`,
);

/**
 * Lists up to 200 running exports of which no slice was finished for a minute. The export that has
 * been idle longest is first.
 */
export const listOverdueExports = statement<Record<never, never>, ExportKey>(
  "list_overdue_exports",
  () => sql`
    select company_id, id as export_id from export
    where state = 'running' and updated_at < now() - interval '1 minute'
    order by updated_at limit 200
  `,
);

/** Finds the company that an operator exports. */
export const findExportCompany = statement<{ subdomain: string }, { id: number; name: string }>(
  "find_export_company",
  (p) => sql`
    select id, name from company where subdomain = lower(${p.subdomain})
  `,
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
  (p) => sql`
    select slices, progress, size from export
    where company_id = ${p.companyId} and id = ${p.exportId} and state = 'running'
  `,
);

/**
 * Stores an estimate of the number of rows that the export will read. The progress is shown
 * relative to this number. Accounts that do not belong to the company are not counted, because they
 * are found only while the export runs.
 */
export const countExportedRows = statement<ExportKey, never>(
  "count_exported_rows",
  (p) => sql`
    update export set updated_at = now(), rows_total =
      (select count(*) from status_change c where c.company_id = ${p.companyId})
      + (select count(*) from follow f where f.company_id = ${p.companyId})
      + (select count(*) from user_vote v where v.company_id = ${p.companyId})
      + (select count(*) from comment c where c.company_id = ${p.companyId})
      + (select count(*) from feedback_item i where i.company_id = ${p.companyId})
      + (select count(*) from board_category c where c.company_id = ${p.companyId})
      + (select count(*) from board b where b.company_id = ${p.companyId})
      + (select count(*) from saved_view v where v.company_id = ${p.companyId})
      + (select count(*) from webhook_endpoint e where e.company_id = ${p.companyId})
      + (select count(*) from user_account u where u.home_company_id = ${p.companyId})
    where company_id = ${p.companyId} and id = ${p.exportId}
  `,
);

/**
 * Stores that a slice is finished. Returns nothing if another process has stored the slice before,
 * or if the export is no longer running.
 */
export const finishSlice = statement<
  ExportKey & { slices: number; progress: string; rowsDone: number; storedBytes: number },
  { id: number }
>(
  "finish_export_slice",
  (p) => sql`
    update export set slices = slices + 1, progress = ${p.progress}::jsonb,
      rows_done = rows_done + ${p.rowsDone}::integer, size = size + ${p.storedBytes}::bigint,
      failures = 0, updated_at = now()
    where company_id = ${p.companyId} and id = ${p.exportId} and state = 'running'
      and slices = ${p.slices}
    returning id
  `,
);

export const insertExportPart = statement<
  ExportKey & { file: string; position: number; content: Buffer },
  never
>(
  "insert_export_part",
  (p) => sql`
    insert into export_part (company_id, export_id, file, position, content)
    values (${p.companyId}, ${p.exportId}, ${p.file}, ${p.position}, ${p.content}::bytea)
  `,
);

export const findExportPart = statement<
  ExportKey & { file: string; part: number },
  { content: Buffer }
>(
  "find_export_part",
  (p) => sql`
    select content from export_part
    where company_id = ${p.companyId} and export_id = ${p.exportId} and file = ${p.file}
      and position = ${p.part}
  `,
);

/** Makes the file of a running export available for a day. */
export const finishExport = statement<ExportKey, never>(
  "finish_export",
  (p) => sql`
    update export set state = 'ready', rows_total = rows_done, expires_at = now() + ${LIFETIME}
    where company_id = ${p.companyId} and id = ${p.exportId} and state = 'running'
  `,
);

/** Counts a slice that failed. Returns the number of failures since the last finished slice. */
export const countFailure = statement<ExportKey, { failures: number }>(
  "count_export_failure",
  (p) => sql`
    update export set failures = failures + 1
    where company_id = ${p.companyId} and id = ${p.exportId} and state = 'running'
    returning failures
  `,
);

/** Marks a running export as failed. `deleteStaleExports` deletes its parts later. */
export const failExport = statement<ExportKey & { problem: string }, never>(
  "fail_export",
  (p) => sql`
    update export set state = 'failed', problem = ${p.problem}, size = 0,
      expires_at = now() + ${LIFETIME}
    where company_id = ${p.companyId} and id = ${p.exportId} and state = 'running'
  `,
);

/** The data that the download of an export needs. */
export interface ExportFiles {
  state: Export["state"];
  progress: unknown;
  updatedAt: string;
}

export const findExportFiles = statement<ExportKey, ExportFiles>(
  "find_export_files",
  (p) => sql`
    select e.state, e.progress, e.updated_at from export e
    where e.company_id = ${p.companyId} and e.id = ${p.exportId} and ${isCurrent}
  `,
);
