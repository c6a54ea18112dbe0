import { changesOf } from "#server/platform/audit/changesOf.ts";
import { recordSiteAudit } from "#server/platform/audit/recordAudit.ts";
import type { Transaction } from "#server/platform/db/database.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { conflict, invalid } from "#server/platform/http/httpError.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import type { ContentStatements } from "./content.queries.ts";
import { lockContent } from "./content.queries.ts";

/** A kind of entry that super admins edit: questions or announcements. */
interface ContentKind<Entry extends { id: number }> {
  /** The prefix of the kind's actions in the audit log. */
  name: string;
  subjectOf: (entry: Omit<Entry, "id">) => string;
  statements: ContentStatements<Entry>;
}

/**
 * At most this many entries of one kind are accepted, because each visit of the landing page reads
 * all entries.
 */
const MAX_ENTRIES = 100;

type WithId = SignedInContext & Pick<Handled<Endpoint>, "notFound"> & { params: { id: number } };

/** Returns the request handlers of a kind of entry. Each change is recorded in the audit log. */
export function contentVerbs<Entry extends { id: number }>(kind: ContentKind<Entry>) {
  const { statements } = kind;
  const exclusively = <T>(context: SignedInContext, work: (db: Transaction) => Promise<T>) =>
    context.database.system.transaction(async (db) => {
      await db.all(lockContent, {});
      return work(db);
    });
  const audit = (db: Transaction, context: SignedInContext, verb: string, subject = "") =>
    recordSiteAudit(db, context, { action: `${kind.name}.${verb}`, subject });
  return {
    list: ({ database }: RequestContext): Promise<Entry[]> =>
      database.system.all(statements.list, {}),
    create: (context: SignedInContext & { body: Omit<Entry, "id"> }): Promise<Entry> =>
      exclusively(context, async (db) => {
        if ((await db.all(statements.list, {})).length >= MAX_ENTRIES)
          throw conflict("The landing page can have at most 100 of these");
        const created = await db.first(statements.insert, context.body);
        if (!created) throw new Error(`The ${kind.name} was not created`);
        await audit(db, context, "create", kind.subjectOf(context.body));
        return created;
      }),
    change: (context: WithId & { body: Omit<Entry, "id"> }): Promise<Entry> =>
      exclusively(context, async (db) => {
        const { body, params } = context;
        const before = (await db.all(statements.list, {})).find(({ id }) => id === params.id);
        const changed = await db.first(statements.update, { ...body, id: params.id } as Entry);
        if (!before || !changed) throw context.notFound();
        const done = { action: `${kind.name}.update`, subject: kind.subjectOf(changed) };
        const details = changesOf<object>(before, body);
        await recordSiteAudit(db, context, { ...done, details });
        return changed;
      }),
    remove: (context: WithId): Promise<void> =>
      exclusively(context, async (db) => {
        const deleted = await db.first(statements.remove, { id: context.params.id });
        if (!deleted) throw context.notFound();
        await audit(db, context, "delete", kind.subjectOf(deleted));
      }),
    /** @throws HttpError 400 unless `ids` contains every entry exactly once */
    reorder: (context: SignedInContext & { body: { ids: number[] } }): Promise<Entry[]> =>
      exclusively(context, async (db) => {
        const { ids } = context.body;
        const wanted = new Set(ids);
        const entries = await db.all(statements.list, {});
        const isComplete = wanted.size === ids.length && wanted.size === entries.length;
        if (!isComplete || !entries.every(({ id }) => wanted.has(id))) {
          throw invalid({
            ids: ["The entries have changed meanwhile. Reload and order them again."],
          });
        }
        await db.all(statements.reorder, { ids });
        await audit(db, context, "reorder");
        return db.all(statements.list, {});
      }),
  };
}
