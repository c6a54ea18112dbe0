import { closeSync, openSync, readSync, fstatSync } from "node:fs";

/** A plan node in the format of `auto_explain`. */
export interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  /**
   * Blocks of 8 kB that the node and its descendants have read from memory (hit) or disk (read).
   */
  "Shared Hit Blocks"?: number;
  "Shared Read Blocks"?: number;
  Plans?: PlanNode[];
}

/** A statement and its executed plan. */
export interface LoggedPlan {
  "Query Text": string;
  Plan: PlanNode;
}

/** The end of a plan in the log. */
const PLAN_END = "\n\t}\n";

/** Reads new plans of one database from PostgreSQL's log. */
export class PlanLog {
  readonly #file: number;
  readonly #database: string;
  #position: number;

  constructor(path: string, database: string) {
    this.#database = database;
    this.#file = openSync(path, "r");
    this.#position = fstatSync(this.#file).size;
  }

  /**
   * Returns the plans since the last call. A plan that PostgreSQL is still writing is returned by
   * the next call.
   */
  read(): LoggedPlan[] {
    const chunk = Buffer.alloc(fstatSync(this.#file).size - this.#position);
    const length = readSync(this.#file, chunk, 0, chunk.length, this.#position);
    const end = chunk.subarray(0, length).lastIndexOf(PLAN_END) + PLAN_END.length;
    if (end < PLAN_END.length) return [];
    this.#position += end;
    return plansIn(chunk.toString("utf8", 0, end), this.#database);
  }

  close(): void {
    closeSync(this.#file);
  }
}

/**
 * Parses the plans in a part of the log. A plan is JSON in the lines after its header. Each of
 * these lines starts with a tab.
 */
function plansIn(text: string, database: string): LoggedPlan[] {
  const heads = text.matchAll(/ (?<database>\S+) LOG: .* plan:\n(?<plan>(?:\t.*\n)+)/g);
  return Array.from(heads)
    .filter(({ groups }) => groups?.["database"] === database)
    .map(({ groups }) => JSON.parse(groups?.["plan"] ?? "") as LoggedPlan);
}
