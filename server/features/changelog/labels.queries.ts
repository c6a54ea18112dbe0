import type { ChangelogLabel } from "#contract/changelog.ts";
import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

interface OfLabel {
  companyId: number;
  labelId: number;
}

export const listLabels = statement<{ companyId: number }, ChangelogLabel>(
  "list_changelog_labels",
  (p) => sql`
    select id, name, color from changelog_label where company_id = ${p.companyId} order by id
  `,
);

export const insertLabel = statement<
  { companyId: number; name: string; color: string },
  ChangelogLabel
>(
  "insert_changelog_label",
  (p) => sql`
    insert into changelog_label (company_id, name, color)
    values (${p.companyId}, ${p.name}, ${p.color})
    returning id, name, color
  `,
);

export const updateLabel = statement<
  OfLabel & { name: string; color: string },
  ChangelogLabel & { oldName: string; oldColor: string }
>(
  "update_changelog_label",
  (p) => sql`
    update changelog_label l set name = ${p.name}, color = ${p.color}
    from (
      select company_id, id, name, color from changelog_label
      where company_id = ${p.companyId} and id = ${p.labelId} for no key update
    ) before
    where l.company_id = before.company_id and l.id = before.id
    returning l.id, l.name, l.color, before.name as old_name, before.color as old_color
  `,
);

export const deleteLabel = statement<OfLabel, { name: string }>(
  "delete_changelog_label",
  (p) => sql`
    delete from changelog_label where company_id = ${p.companyId} and id = ${p.labelId}
    returning name
  `,
);
