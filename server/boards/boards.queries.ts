import type { Board } from "#contract/boards.ts";
import { statement } from "#server/db/statement.ts";

/** In the company's order. Private boards only for those who may see them. */
export const listBoards = statement<{ companyId: number; canSeePrivate: boolean }, Board>(
  "list_boards",
  (q, p) =>
    q
      .selectFrom("board")
      .select((e) => [
        "board.id",
        "board.name",
        "board.slug",
        "board.description",
        "board.companyId",
        "board.orderIndex",
        "board.isPrivate",
        "board.createdAt",
        e.fn
          .coalesce(
            e
              .selectFrom("feedbackCounter as counter")
              .select(({ fn }) => fn.sum<number>("counter.items").as("items"))
              .whereRef("counter.companyId", "=", "board.companyId")
              .whereRef("counter.boardId", "=", "board.id"),
            e.lit(0),
          )
          .as("feedbackCount"),
      ])
      .where("board.companyId", "=", p.companyId)
      .where((e) => e.or([e("board.isPrivate", "=", e.lit(false)), e.val(p.canSeePrivate)]))
      .orderBy("board.orderIndex")
      .orderBy("board.id")
      .compile(),
);

/** A board that exists in the company and may be seen. */
export const findVisibleBoard = statement<
  { companyId: number; boardId: number; canSeePrivate: boolean },
  { id: number }
>("find_visible_board", (q, p) =>
  q
    .selectFrom("board")
    .select("id")
    .where("companyId", "=", p.companyId)
    .where("id", "=", p.boardId)
    .where((e) => e.or([e("isPrivate", "=", e.lit(false)), e.val(p.canSeePrivate)]))
    .compile(),
);
