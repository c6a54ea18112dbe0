import { writtenNote, writtenText } from "#contract/markdown/writtenText.ts";
import { insertReport } from "#server/features/moderation/reports.queries.ts";
import type { Db } from "#server/platform/db/database.ts";
import {
  insertDemoComment,
  insertDemoItem,
  insertDemoReactions,
  insertDemoStatusChange,
  insertDemoVotes,
} from "./demo.queries.ts";
import type { DemoComment, DemoItem } from "./demoContent.ts";
import type { DemoPictures } from "./demoPictures.ts";

/** Ids that a company's items refer to. */
export interface DemoIds {
  companyId: number;
  people: number[];
  team: number[];
  voters: number[];
  categories: ReadonlyMap<string, number>;
  pictures: DemoPictures;
}

export async function idOf(row: Promise<{ id: number } | undefined>): Promise<number> {
  const id = (await row)?.id;
  if (id === undefined) throw new Error("A demo row was not written");
  return id;
}

export async function seedItem(
  db: Db,
  { companyId, people, team, categories, pictures }: DemoIds,
  { item, boardId, voters }: { item: DemoItem; boardId: number; voters: readonly number[] },
): Promise<void> {
  const person = (index: number) => people[index] ?? null;
  const { statusChanges = [], comments = [] } = item;
  // An item in progress is assigned to the admin who has changed its status last.
  const isWorkedOn = item.status === "evaluating" || item.status === "under_development";
  const assigneeIndex = isWorkedOn ? statusChanges.at(-1)?.author : undefined;
  const hidden = comments.filter(({ isInternal, isPending }) => isInternal || isPending).length;
  const voterIds = rotated(voters, item.title.length * 7).slice(0, item.votes);
  const source = await pictures.inText(item.description, person(item.author) ?? 0);
  const { plain: description, markdown: descriptionMarkdown } = writtenText(source);
  const feedbackId = await idOf(
    db.first(insertDemoItem, {
      ...item,
      description,
      descriptionMarkdown,
      companyId,
      boardId,
      boardCategoryId: categories.get(item.boardCategory ?? "") ?? null,
      userId: person(item.author) ?? 0,
      isPending: item.isPending ?? false,
      votes: voterIds.length,
      commentsCount: comments.length - hidden,
      hiddenCommentsCount: hidden,
      assigneeId: assigneeIndex === undefined ? null : person(assigneeIndex),
      isAnswered:
        statusChanges.length > 0 ||
        comments.some(
          ({ author, isInternal }) => !isInternal && team.includes(person(author) ?? 0),
        ),
    }),
  );
  await pictures.place(source, person(item.author) ?? 0, { feedbackId, part: "description" });
  await db.all(insertDemoVotes, {
    companyId,
    feedbackId,
    voterIds,
    recordedById: person(0) ?? 0,
    ageDays: item.ageDays,
  });
  const commentIds: number[] = [];
  for (const comment of comments) {
    const place = { companyId, feedbackId, people, pictures, voterIds };
    const answersId = commentIds[comment.answers ?? -1] ?? null;
    commentIds.push(await seedComment(db, place, comment, answersId));
  }
  for (const [index, { author, to, daysAgo, note }] of statusChanges.entries()) {
    await db.all(insertDemoStatusChange, {
      companyId,
      feedbackId,
      userId: person(author) ?? 0,
      fromStatus: statusChanges[index - 1]?.to ?? "new",
      toStatus: to,
      ...writtenNote(note),
      daysAgo,
    });
  }
}

async function seedComment(
  db: Db,
  {
    companyId,
    feedbackId,
    people,
    pictures,
    voterIds,
  }: Pick<DemoIds, "companyId" | "people" | "pictures"> & {
    feedbackId: number;
    voterIds: readonly number[];
  },
  { author, content, daysAgo, isInternal, isPending, report, reactions = {} }: DemoComment,
  answersId: number | null,
): Promise<number> {
  const source = await pictures.inText(content, people[author] ?? 0);
  const text = writtenText(source);
  const commentId = await idOf(
    db.first(insertDemoComment, {
      companyId,
      feedbackId,
      userId: people[author] ?? 0,
      content: text.plain,
      contentMarkdown: text.markdown,
      visibility: isInternal ? "internal" : isPending ? "pending" : "public",
      answersId,
      daysAgo,
    }),
  );
  await pictures.place(source, people[author] ?? 0, { commentId });
  for (const [emoji, count] of Object.entries(reactions)) {
    const userIds = rotated(voterIds, count).slice(0, count);
    await db.all(insertDemoReactions, { companyId, commentId, userIds, emoji });
  }
  if (report) {
    const { reason, note } = report;
    const userId = people[report.author] ?? 0;
    await db.all(insertReport("comment_id"), {
      companyId,
      subjectId: commentId,
      userId,
      reason,
      note,
    });
  }
  return commentId;
}

/**
 * Changes the order of the voters, so that items have different voters. The order is the same in
 * every run.
 */
function rotated(ids: readonly number[], by: number): number[] {
  const start = ids.length === 0 ? 0 : by % ids.length;
  return [...ids.slice(start), ...ids.slice(0, start)];
}
