import { sql } from "kysely";
import type { SimilarItem } from "#contract/similarFeedback.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";
import { statement } from "#server/platform/db/statement.ts";
import { hasVotedFor } from "./viewersPart.queries.ts";

/** The title that items are compared with, and which items are left out. */
export interface SimilarTo {
  title: string;
  /** Only items of this board. */
  boardId?: number | undefined;
  /** The item that the title belongs to. */
  exceptId?: number | undefined;
}

/**
 * Returns the five items with the most similar titles, best first
 * (docs/decisions/0042-similar-items.md). The lateral join forces a look-up by primary key.
 */
export const listSimilarItems = statement<Visibility & SimilarTo, SimilarItem>(
  "list_similar_items",
  (q, p) =>
    sql<SimilarItem>`
      select f.id, f.title, f.status, f.votes, f.board_id, ${hasVotedFor(p.viewerId)} as has_voted
      from similar_feedback(${p.companyId}, ${p.title}, array(
        select id from board
        where company_id = ${p.companyId} and (${p.boardId}::bigint is null or id = ${p.boardId})
          and (not is_private or ${p.canSeePrivate})
      ), ${p.exceptId}) found
      cross join lateral (
        select * from feedback_item
        where company_id = ${p.companyId} and id = found.feedback_id limit 1
      ) f
      order by found.score desc, f.id
    `.compile(q),
);
