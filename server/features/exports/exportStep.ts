import type * as z from "zod/mini";
import type { EXPORT_RECORDS, ExportRecordFile } from "#contract/exportFormat.ts";
import type { Db, TenantDb } from "#server/platform/db/database.ts";
import type { Statement } from "#server/platform/db/statement.ts";
import { csvHeading, csvLine } from "#server/platform/text/csv.ts";
import type { PersonName } from "./exportedRows.queries.ts";
import { addPeople } from "./exportedRows.queries.ts";
import type { ExportProgress, StepPosition } from "./exportProgress.ts";

/** The company and the databases from which an export reads. */
export interface ExportSource {
  tenant: TenantDb;
  /**
   * The database as the system's role sees it. Statements that read accounts use it, because the
   * tenants' role sees only some accounts.
   */
  system: Db;
  companyId: number;
  exportId: number;
  /** The files that the export has written so far. */
  files: ExportProgress["files"];
}

/** The content that a slice adds to a file. */
export interface Piece {
  file: string;
  content: Buffer;
  /** The number of records in the content; null for a file without records. */
  records: number | null;
}

export interface StepSlice {
  pieces: Piece[];
  /** The number of rows that were read. It is added to the progress. */
  rows: number;
  /** The bytes of files that the download adds. They count towards the size. */
  otherBytes?: number;
  /** The position of the next slice; null if the step is finished. */
  next: StepPosition | null;
}

/** A part of an export that is read in slices. */
export type ExportStep = (source: ExportSource, after: StepPosition | null) => Promise<StepSlice>;

/**
 * Returns the account whose name CSV files show for an id; undefined for null and for an account
 * that was deleted.
 */
export type NameOf = (id: number | null) => PersonName | undefined;

type Cell = string | number | null;

/** A CSV file, which has a row for each record. */
export interface CsvFile<Row> {
  file: string;
  columns: readonly (readonly [heading: string, cellOf: (row: Row, nameOf: NameOf) => Cell])[];
}

/** The parameters of a list that continues after a row. Each list uses some of them. */
interface RowsAfter {
  companyId: number;
  exportId: number;
  afterId: number;
  afterUserId: number;
  rows: number;
}

interface RowsOptions<Row, File extends ExportRecordFile> {
  file: File;
  /** The maximum number of rows in one slice. */
  rows: number;
  list: Statement<RowsAfter, Row>;
  /** Whether the system's role must read the list. The tenants' role sees only some accounts. */
  asSystem?: true;
  keyOf: (row: NoInfer<Row>) => StepPosition;
  /** Returns the ids of the accounts to which a row refers. */
  peopleOf?: (row: NoInfer<Row>) => (number | null)[];
  recordOf: (row: NoInfer<Row>) => z.output<(typeof EXPORT_RECORDS)[File]>;
  csv?: CsvFile<NoInfer<Row>>;
}

/** Creates a step that writes the rows of a list as JSON Lines, and as CSV if `csv` is given. */
export function exportRows<Row, File extends ExportRecordFile>({
  file,
  rows,
  list,
  asSystem,
  keyOf,
  peopleOf,
  recordOf,
  csv,
}: RowsOptions<Row, File>): ExportStep {
  return async (source, after) => {
    const { tenant, system, companyId, exportId } = source;
    const [afterId, afterUserId] = after ?? [0, 0];
    const position = { companyId, exportId, afterId, afterUserId, rows };
    const found = await (asSystem ? system : tenant).all(list, position);
    const named = await namePeople(source, peopleOf ? found.flatMap(peopleOf) : []);
    const lines = found.map((row) => `${JSON.stringify(recordOf(row))}\n`);
    const pieces: Piece[] = [{ file, content: Buffer.from(lines.join("")), records: found.length }];
    if (csv) {
      const names = csv.columns.map(([heading]) => heading);
      const heading = after === null ? csvHeading(names) : "";
      const text = found.map((row) => csvLine(csv.columns.map(([, of]) => of(row, named))));
      const content = Buffer.from(heading + text.join(""));
      pieces.push({ file: csv.file, content, records: found.length });
    }
    const last = found.at(-1);
    const next = last && found.length === rows ? keyOf(last) : null;
    return { pieces, rows: found.length, next };
  };
}

/** Adds the accounts to the people of the export. Returns a function that finds their names. */
async function namePeople(
  { system, companyId, exportId }: ExportSource,
  ids: readonly (number | null)[],
): Promise<NameOf> {
  const userIds = [...new Set(ids)].filter((id) => id !== null).toSorted((a, b) => a - b);
  if (userIds.length === 0) return () => undefined;
  const found = await system.all(addPeople, { companyId, exportId, userIds });
  const names = new Map(found.map((person) => [person.id, person]));
  return (id) => (id === null ? undefined : names.get(id));
}
