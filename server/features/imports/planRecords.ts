import type { ImportKind } from "#contract/importRun.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import { mayPass } from "#server/platform/db/errors.ts";
import type { PlannedRecord } from "./importRecords.queries.ts";
import { insertRecords, listPlannedKeys } from "./importRecords.queries.ts";
import { withPictureSizes } from "./importedPictures.ts";
import { KINDS } from "./kinds/kinds.ts";
import type { CheckedRecord, Plan, PlanContext } from "./kinds/recordKind.ts";
import { skipped } from "./kinds/recordKind.ts";
import type { SourceRecord } from "./sources/importRecord.ts";
import { excerptOf, RecordProblem } from "./sources/recordChecks.ts";

interface KindContext extends PlanContext {
  kind: ImportKind;
  /** The number of records that the import has planned before the first of these records. */
  position: number;
}

/**
 * Plans records of one kind in the order of the file. A record is skipped if its key occurs earlier
 * among the records.
 */
export async function planRecords(
  db: TenantDb,
  records: readonly SourceRecord[],
  context: KindContext,
): Promise<PlannedRecord[]> {
  const { kind } = context;
  const places = new Map<string, string>();
  const distinct: Checked[] = [];
  const rest: PlannedRecord[] = [];
  for (const [index, record] of records.entries()) {
    const row = checkRecord(record, index, context);
    if (!("data" in row)) {
      rest.push(row);
      continue;
    }
    const place = places.get(row.key);
    if (place === undefined) {
      places.set(row.key, placeOf(row));
      distinct.push(row);
    } else rest.push(repeatedRow(row, place));
  }
  const plans = await planAll(db, distinct, context);
  const planned = distinct.map((row, index): PlannedRecord => {
    const plan = plans[index];
    if (!plan) throw new Error("A kind of record has not planned all records");
    const { position, file, line, key, title } = row;
    const { fate, data } = plan;
    const reason =
      fate === "skipped" ? plan.reason : [plan.reason ?? [], row.leftOut].flat().join(". ") || null;
    return { position, kind, file, line, key, title, fate, reason, record: data };
  });
  return [...planned, ...rest].map((row) =>
    UNSTORABLE_ESCAPE.test(JSON.stringify(row))
      ? skippedRow({ ...row, title: "" }, null, UNSTORABLE)
      : row,
  );
}

/**
 * Plans checked records together or, if that fails because of one of them, one by one. A record
 * that fails alone is skipped, so that it does not end the whole import.
 */
async function planAll(
  db: TenantDb,
  records: readonly Checked[],
  context: KindContext,
): Promise<Plan<unknown>[]> {
  const { plan } = KINDS[context.kind];
  try {
    const { kind, importId: plannedIn } = context;
    return await plan(db, await withPictureSizes(db, records, { kind, plannedIn }), context);
  } catch (error) {
    if (mayPass(error)) throw error;
  }
  const plans: Plan<unknown>[] = [];
  for (const record of records)
    try {
      plans.push(...(await plan(db, [record], context)));
    } catch (error) {
      if (mayPass(error)) throw error;
      plans.push(skipped(NOT_CHECKED));
    }
  return plans;
}

const NOT_CHECKED = "The record cannot be checked";
const UNSTORABLE = "The record contains characters that cannot be stored";

/** Half of a surrogate pair or a NUL in JSON text, which PostgreSQL refuses in a `jsonb` value. */
const UNSTORABLE_ESCAPE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

/**
 * Stores planned records of one kind, and returns them. A record whose key the import has planned
 * before is stored as skipped.
 */
export async function storeRecords(
  db: TenantDb,
  planned: readonly PlannedRecord[],
  { importId, kind }: { importId: number; kind: ImportKind },
): Promise<PlannedRecord[]> {
  if (planned.length === 0) return [];
  const { companyId } = db;
  const insert = async (rows: readonly PlannedRecord[]) => {
    const plannedRecords = JSON.stringify(rows);
    return db.all(insertRecords, { companyId, importId, plannedRecords });
  };
  const inserted = new Set((await insert(planned)).map(({ position }) => position));
  const repeated = planned.filter(({ position }) => !inserted.has(position));
  if (repeated.length === 0) return [...planned];
  const keys = repeated.flatMap(({ key }) => key ?? []);
  const earlier = await db.all(listPlannedKeys, { companyId, importId, recordKind: kind, keys });
  const repeats = earlier.flatMap((first) =>
    repeated.filter(({ key }) => key === first.key).map((row) => repeatedRow(row, placeOf(first))),
  );
  await insert(repeats);
  return [...planned.filter(({ position }) => inserted.has(position)), ...repeats];
}

interface Place {
  position: number;
  kind: ImportKind;
  file: string | null;
  line: number;
  title: string;
}

type Checked = Place & CheckedRecord<unknown>;

const placeOf = ({ file, line }: Pick<Place, "file" | "line">) =>
  file === null ? `line ${String(line)}` : `record ${String(line)} of ${file}`;

function checkRecord(
  record: SourceRecord,
  index: number,
  context: KindContext,
): Checked | PlannedRecord {
  const { kind } = context;
  const { file, line } = record;
  const place = { position: context.position + index + 1, kind, file, line };
  const title = titleOf(record);
  if (record.kind === "unreadable") return skippedRow({ ...place, title }, null, record.problem);
  try {
    return { ...place, ...KINDS[kind].check(record, context) };
  } catch (error) {
    const problem = error instanceof RecordProblem ? error.message : NOT_CHECKED;
    return skippedRow({ ...place, title }, null, problem);
  }
}

const repeatedRow = (row: Place & { key: string | null }, place: string) =>
  skippedRow(row, row.key, `It is in the file twice, first in ${place}`);

function skippedRow(
  { position, kind, file, line, title }: Place,
  key: string | null,
  reason: string,
): PlannedRecord {
  return { position, kind, file, line, key, title, fate: "skipped", reason, record: null };
}

/** Returns a title for the report, even if the record cannot be imported. */
function titleOf(record: SourceRecord): string {
  if ("title" in record) return excerptOf(record.title);
  if (record.kind === "row") return excerptOf(record.cells.find((cell) => cell !== "") ?? "");
  return record.kind === "comment" ? excerptOf(record.content) : "";
}
