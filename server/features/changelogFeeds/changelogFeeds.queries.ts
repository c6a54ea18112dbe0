import type { ChangelogEntry } from "#contract/changelog.ts";
import { entryColumns } from "#server/features/changelog/entries.queries.ts";
import { VISITOR } from "#server/platform/access/visibility.ts";
import { sql } from "#server/platform/db/sql.ts";
import { statement, statementByShape } from "#server/platform/db/statement.ts";

/** Number of entries of a feed. */
const FEED_ENTRIES = 30;

export type FeedEntryRow = ChangelogEntry & { publishAt: string; plainBody: string };

/** Returns the newest published entries as anonymous visitors see them. */
export const listFeedEntries = statementByShape(({ byLabel }: { byLabel: boolean }) =>
  statement<{ companyId: number; label?: number | undefined }, FeedEntryRow>(
    "list_feed_entries",
    (p) => sql`
      select ${entryColumns({ ...VISITOR, viewerId: null })}, e.body as plain_body
      from (
        select * from changelog_entry e
        where e.company_id = ${p.companyId} and e.state = 'published' ${
          byLabel
            ? sql`and exists (
                select from changelog_entry_label el
                where el.company_id = e.company_id and el.label_id = ${p.label}
                  and el.entry_id = e.id
              )`
            : sql``
        }
        order by e.publish_at desc, e.id desc limit ${sql.lit(FEED_ENTRIES)}
      ) e
      order by e.publish_at desc, e.id desc
    `,
  ),
);

/** Returns a label's name. */
export const findLabelName = statement<{ companyId: number; label: number }, { name: string }>(
  "find_label_name",
  (p) => sql`
    select name from changelog_label where company_id = ${p.companyId} and id = ${p.label}
  `,
);
