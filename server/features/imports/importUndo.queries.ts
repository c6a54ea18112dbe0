import { sql } from "kysely";
import type { FeedbackState } from "#contract/feedback.ts";
import type { ImportFate } from "#contract/imports.ts";
import { statement } from "#server/platform/db/statement.ts";
import type { ImportedFields } from "./importRecord.ts";
import type { ItemChange } from "./importRows.queries.ts";
import { currentFields, ROWS_AT_ONCE } from "./importRows.queries.ts";

interface OfImport {
  companyId: number;
  importId: number;
}

/** A row that the run has written. */
export interface WrittenRow {
  line: number;
  key: string;
  fate: ImportFate;
  feedbackId: number | null;
  change: ItemChange["change"];
  current: ImportedFields | null;
}

/** Returns up to `ROWS_AT_ONCE` written rows after a line, with the present values of their items. */
export const listWrittenRows = statement<OfImport & { line: number }, WrittenRow>(
  "list_written_import_rows",
  (q, p) =>
    sql<WrittenRow>`
      select r.line, r.key, r.fate, r.feedback_id, r.change, ${currentFields} as current
      from import_row r
      left join feedback_item f on f.company_id = r.company_id and f.id = r.feedback_id
      where r.company_id = ${p.companyId} and r.import_id = ${p.importId} and r.line > ${p.line}
        and r.fate in ('new', 'changed')
      order by r.line limit ${sql.lit(ROWS_AT_ONCE)}
    `.compile(q),
);

/**
 * Returns merges in which these items take part: an item and the item into which it is merged. At
 * most `ROWS_AT_ONCE`.
 */
export const listMergesOf = statement<
  { companyId: number; ids: number[] },
  { feedbackId: number; targetId: number; state: FeedbackState }
>("list_merges_of_imported", (q, p) =>
  sql<{ feedbackId: number; targetId: number; state: FeedbackState }>`
    select id as feedback_id, merged_into_id as target_id, state from feedback_item
    where company_id = ${p.companyId} and merged_into_id is not null
      and (id = any (${p.ids}::bigint[]) or merged_into_id = any (${p.ids}::bigint[]))
    order by id limit ${sql.lit(ROWS_AT_ONCE)}
  `.compile(q),
);

/** Deletes items, and what their source remembers of them. */
export const deleteItems = statement<
  { companyId: number; source: string; ids: number[]; keys: string[] },
  never
>("delete_imported_items", (q, p) =>
  sql<never>`
    with forgotten as (
      delete from imported_item
      where company_id = ${p.companyId} and source = ${p.source} and key = any (${p.keys}::text[])
    )
    delete from feedback_item
    where company_id = ${p.companyId} and id = any (${p.ids}::bigint[])
  `.compile(q),
);

/** Something that people have added to an item of an import. */
interface Addition {
  id: number;
  title: string;
  votes: number;
  comments: number;
  totalItems: number;
  totalVotes: number;
  totalComments: number;
}

/**
 * Returns the items that an import has created and that have votes or comments of people, with the
 * totals. An item that was merged since counts with what it had itself.
 */
export const listAdditions = statement<OfImport, Addition>("list_import_additions", (q, p) =>
  sql<Addition>`
    with added as (
      select f.id, f.title,
        f.votes - f.unnamed_votes - (
          select coalesce(sum(source.unnamed_votes), 0) from feedback_item source
          where source.company_id = f.company_id and source.merged_into_id = f.id
        ) as votes,
        f.comments_count + f.hidden_comments_count as comments
      from import_row r
      join feedback_item f on f.company_id = r.company_id and f.id = r.feedback_id
      where r.company_id = ${p.companyId} and r.import_id = ${p.importId} and r.fate = 'new'
    )
    select id, title, votes, comments, count(*) over () as total_items,
      (sum(votes) over ())::bigint as total_votes, (sum(comments) over ())::bigint as total_comments
    from added where votes > 0 or comments > 0
    order by id limit 20
  `.compile(q),
);
