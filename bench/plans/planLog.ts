import { closeSync, openSync, readSync, fstatSync } from "node:fs";

/** A node of a plan, as `auto_explain` writes it. */
export interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  /** Of itself and all below it. */
  "Shared Hit Blocks"?: number;
  "Shared Read Blocks"?: number;
  Plans?: PlanNode[];
}

/** A statement and how it was run. */
export interface LoggedPlan {
  "Query Text": string;
  Plan: PlanNode;
}

/** The last line of a plan. */
const PLAN_END = "\n\t}\n";

/** Reads what PostgreSQL writes of one database into its log from now on. */
export class PlanLog {
  readonly #file: number;
  readonly #database: string;
  #position: number;

  constructor(path: string, database: string) {
    this.#database = database;
    this.#file = openSync(path, "r");
    this.#position = fstatSync(this.#file).size;
  }

  /** The plans that were logged since it was last asked. One that is still being written, by another connection, is there the next time. */
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

/** A plan stands, as JSON, in the lines after its head, each begun by a tab. */
function plansIn(text: string, database: string): LoggedPlan[] {
  const heads = text.matchAll(/ (?<database>\S+) LOG: .* plan:\n(?<plan>(?:\t.*\n)+)/g);
  return Array.from(heads)
    .filter(({ groups }) => groups?.["database"] === database)
    .map(({ groups }) => JSON.parse(groups?.["plan"] ?? "") as LoggedPlan);
}
