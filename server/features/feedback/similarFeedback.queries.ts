import { sql } from "#server/platform/db/sql.ts";
import type { SimilarItem } from "#contract/similarFeedback.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";
import { statement, statementByShape } from "#server/platform/db/statement.ts";
import { hasVotedFor } from "./viewersPart.queries.ts";

/** The title with which items are compared, and the restrictions on the result. */
export interface SimilarTo {
  title: string;
  boardId?: number | undefined;
  /** The item to which the title belongs. It is left out of the result. */
  exceptId?: number | undefined;
}

/** The conditions on the items' boards. */
interface SimilarShape {
  byBoard: boolean;
  canSeePrivate: boolean;
}

/**
 * Returns up to five items with the most similar titles, best first
 * (docs/decisions/0042-similar-items.md). The lateral join forces a look-up by primary key.
 */
export const listSimilarItems = statementByShape(({ byBoard, canSeePrivate }: SimilarShape) =>
  statement<Visibility & SimilarTo, SimilarItem>("list_similar_items", (p) => {
    const isVisible = [sql`company_id = ${p.companyId}`];
    if (byBoard) isVisible.push(sql`id = ${p.boardId}`);
    if (!canSeePrivate) isVisible.push(sql`not is_private`);
    return sql`
      select f.id, f.title, f.status, f.votes, f.board_id, ${hasVotedFor(p.viewerId)} as has_voted
      from similar_feedback(
        ${p.companyId}, ${p.title},
        array(select id from board where ${sql.join(isVisible, sql` and `)}), ${p.exceptId}
      ) found
      cross join lateral (
        select * from feedback_item
        where company_id = ${p.companyId} and id = found.feedback_id limit 1
      ) f
      order by found.score desc, f.id
    `;
  }),
);
