import type { FeedbackStatus } from "#contract/feedback.ts";
import {
  deleteStatusChanges,
  insertImportedStatusChanges,
  markUnanswered,
} from "#server/features/imports/importedEntries.queries.ts";
import { placePicturesOf } from "#server/features/imports/importedPictures.ts";
import { lockImportedItems } from "#server/features/imports/importedItems.queries.ts";
import {
  optionalDate,
  OptionalFields,
  optionalKey,
  optionalName,
  optionalPerson,
  checkOptionalText,
  RecordProblem,
  requireKey,
} from "#server/features/imports/sources/recordChecks.ts";
import { storedForm } from "#server/features/imports/sources/storedForm.ts";
import type { EntryData } from "./entries.ts";
import { forgetWritten, planEntries, rememberWritten } from "./entries.ts";
import { itemIdsOf } from "./itemsOfRecords.ts";
import type { RecordKind } from "./recordKind.ts";
import { skipped } from "./recordKind.ts";

const MAX_NOTE = 1_000;

interface StatusChangeData extends EntryData {
  from: FeedbackStatus | null;
  to: FeedbackStatus;
  note: string | null;
  /** Missing in records of earlier versions. */
  noteMarkdown?: string | null;
  exported?: { isSilent: boolean } | undefined;
}

/** A status change whose statuses are still names of the file. */
interface CheckedStatusChange extends Omit<StatusChangeData, "from" | "to"> {
  from: string | null;
  to: string;
}

export const statusChange: RecordKind<StatusChangeData, CheckedStatusChange> = {
  order: "date",

  check(record, { companyId }) {
    if (record.kind !== "status_change") throw new RecordProblem("This is no status change");
    const to = optionalName(record.to, "status");
    if (to === null) throw new RecordProblem("The status change has no status");
    const optional = new OptionalFields();
    const note = storedForm(
      checkOptionalText(record.note, "The note", MAX_NOTE),
      record.noteFormat,
    );
    return {
      key: requireKey(record.key),
      title: to,
      leftOut: optional.leftOut,
      data: {
        item: requireKey(record.item),
        person: optional.read("author", () => optionalPerson(record.author, companyId)),
        from: optionalName(record.from, "status"),
        to,
        note: note.text,
        noteMarkdown: note.markdown,
        createdAt: optional.read("date", () => optionalDate(record.createdAt)),
        formerKey: optionalKey(record.formerKey) ?? undefined,
        exported: record.exported,
      },
    };
  },

  async plan(db, records, context) {
    const plans = await planEntries(db, records, context, "status_change");
    return plans.map(({ fate, reason, data }) => {
      if (!data) return { fate, reason, data };
      const from = data.from === null ? null : context.match("status", data.from).target;
      const to = context.match("status", data.to).target;
      if ((from === null && data.from !== null) || to === null)
        return skipped(
          `The status "${(to === null ? data.to : data.from) ?? ""}" is not known here`,
        );
      return {
        fate,
        reason,
        data: { ...data, from: from as FeedbackStatus | null, to: to as FeedbackStatus },
      };
    });
  },

  async write(db, records, { source, people }) {
    const { companyId } = db;
    const ids = await itemIdsOf(
      db,
      source,
      records.map(({ record }) => record.item),
    );
    await db.all(lockImportedItems, { companyId, ids: [...ids.values()] });
    const changes = records.flatMap(({ position, record }) => {
      const { item, person, from, to, note, noteMarkdown, createdAt, exported } = record;
      const feedback_id = ids.get(item);
      if (feedback_id === undefined) return [];
      const user_id = person && people.get(person.key);
      const text = { note, note_markdown: noteMarkdown };
      const change = { from_status: from, to_status: to, ...text, is_silent: exported?.isSilent };
      return [{ position, feedback_id, user_id, ...change, created_at: createdAt }];
    });
    const newStatusChanges = JSON.stringify(changes);
    const written = await db.all(insertImportedStatusChanges, { companyId, newStatusChanges });
    await placePicturesOf(
      db,
      changes.map(({ feedback_id, note_markdown }) => [
        note_markdown,
        { feedback_id, part: "note" },
      ]),
    );
    await rememberWritten(db, records, written, { source, kind: "status_change" });
    return written.map(({ position }) => position);
  },

  async takeBack(db, records, { companyId, source }) {
    const statusChangeIds = await forgetWritten(db, records, { source, kind: "status_change" });
    const deleted = await db.all(deleteStatusChanges, { companyId, statusChangeIds });
    const unanswered = deleted.filter(({ wasAnswered }) => !wasAnswered);
    const ids = unanswered.map(({ feedbackId }) => feedbackId);
    await db.all(lockImportedItems, { companyId, ids });
    await db.all(markUnanswered, { companyId, ids });
  },
};
