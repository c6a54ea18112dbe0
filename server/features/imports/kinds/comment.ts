import type { CommentVisibility, ReactionEmoji } from "#contract/comments.ts";
import { EXPORTED_REACTIONS } from "#contract/exportFormat.ts";
import {
  deleteComments,
  insertComments,
  insertImportedReactions,
  linkImportedAnswers,
} from "#server/features/imports/importedEntries.queries.ts";
import { placePicturesOf } from "#server/features/imports/importedPictures.ts";
import { lockImportedItems } from "#server/features/imports/importedItems.queries.ts";
import {
  excerptOf,
  optionalDate,
  OptionalFields,
  optionalKey,
  optionalPerson,
  RecordProblem,
  requireKey,
  requireText,
} from "#server/features/imports/sources/recordChecks.ts";
import type { PlannedPerson } from "#server/features/imports/importedPeople.queries.ts";
import { storedForm } from "#server/features/imports/sources/storedForm.ts";
import { recountComments } from "#server/features/mergedComments/mergedComments.queries.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import type { EntryData } from "./entries.ts";
import { forgetWritten, planEntries, rememberWritten } from "./entries.ts";
import { itemIdsOf } from "./itemsOfRecords.ts";
import type { RecordKind, WritableRecord, WriteContext } from "./recordKind.ts";

const MAX_COMMENT = 5_000;

interface CommentData extends EntryData {
  content: string;
  /** Missing in records of earlier versions. */
  contentMarkdown?: string | null;
  visibility: CommentVisibility;
  /** Missing in records of earlier versions. */
  editedAt?: string | null;
  /** The key of the answered comment. Missing in records of earlier versions. */
  answers?: string | undefined;
  /** Missing in records of earlier versions. */
  reactions?: { person: PlannedPerson; emoji: ReactionEmoji; createdAt: string | null }[];
}

export const comment: RecordKind<CommentData> = {
  order: "date",

  check(record, { companyId }) {
    if (record.kind !== "comment") throw new RecordProblem("This is no comment");
    const optional = new OptionalFields();
    const content = storedForm(
      requireText(record.content, "The comment", MAX_COMMENT),
      record.contentFormat,
    );
    return {
      key: requireKey(record.key),
      title: excerptOf(record.content),
      leftOut: optional.leftOut,
      data: {
        item: requireKey(record.item),
        person: optional.read("author", () => optionalPerson(record.author, companyId)),
        content: content.text,
        contentMarkdown: content.markdown,
        visibility: record.isInternal ? "internal" : record.isPending ? "pending" : "public",
        createdAt: optional.read("date", () => optionalDate(record.createdAt)),
        editedAt: optional.read("date of the last change", () =>
          optionalDate(record.editedAt ?? null),
        ),
        formerKey: optionalKey(record.formerKey) ?? undefined,
        answers: optionalKey(record.answers) ?? undefined,
        reactions: (record.reactions ?? [])
          .slice(0, EXPORTED_REACTIONS)
          .flatMap(({ emoji, ...reaction }) => {
            const person = optional.read("person of a reaction", () =>
              optionalPerson(reaction.person, companyId),
            );
            const createdAt = optional.read("date of a reaction", () =>
              optionalDate(reaction.createdAt),
            );
            return person ? [{ person, emoji, createdAt }] : [];
          }),
      },
    };
  },

  plan: (db, records, context) => planEntries(db, records, context, "comment"),

  async write(db, records, { source, people }) {
    const { companyId } = db;
    const ids = await itemIdsOf(
      db,
      source,
      records.map(({ record }) => record.item),
    );
    await db.all(lockImportedItems, { companyId, ids: [...ids.values()] });
    const comments = records.flatMap(({ position, record }) => {
      const { item, person, content, contentMarkdown, visibility, createdAt, editedAt } = record;
      const feedback_id = ids.get(item);
      const user_id = person && people.get(person.key);
      if (feedback_id === undefined) return [];
      const dates = { created_at: createdAt, edited_at: editedAt };
      const text = { content, content_markdown: contentMarkdown };
      return [{ position, feedback_id, user_id, ...text, visibility, ...dates }];
    });
    const newComments = JSON.stringify(comments);
    const written = await db.all(insertComments, { companyId, newComments });
    const sources = new Map(comments.map((row) => [row.position, row.content_markdown]));
    await placePicturesOf(
      db,
      written.map(({ position, id }) => [sources.get(position), { comment_id: id }]),
    );
    await rememberWritten(db, records, written, { source, kind: "comment" });
    await writeAnswersAndReactions(db, records, written, { source, people });
    await db.all(recountComments, { companyId, ids: [...ids.values()] });
    return written.map(({ position }) => position);
  },

  async takeBack(db, records, { companyId, source }) {
    const commentIds = await forgetWritten(db, records, { source, kind: "comment" });
    await db.all(deleteComments, { companyId, commentIds });
  },
};

/** Writes which comments the written ones answer, and the reactions to them. */
async function writeAnswersAndReactions(
  db: TenantDb,
  records: readonly WritableRecord<CommentData>[],
  written: readonly { position: number; id: number }[],
  { source, people }: Pick<WriteContext, "source" | "people">,
): Promise<void> {
  const { companyId } = db;
  const ids = new Map(written.map(({ position, id }) => [position, id]));
  const answers = records.flatMap(({ position, record }) => {
    const id = ids.get(position);
    return id !== undefined && record.answers !== undefined ? [{ id, key: record.answers }] : [];
  });
  if (answers.length > 0)
    await db.all(linkImportedAnswers, { companyId, source, answers: JSON.stringify(answers) });
  const reactions = records.flatMap(({ position, record }) =>
    (record.reactions ?? []).flatMap(({ person, emoji, createdAt }) => {
      const [comment_id, user_id] = [ids.get(position), people.get(person.key)];
      if (comment_id === undefined || typeof user_id !== "number") return [];
      return [{ comment_id, user_id, emoji, created_at: createdAt }];
    }),
  );
  if (reactions.length > 0)
    await db.all(insertImportedReactions, { companyId, reactions: JSON.stringify(reactions) });
}
