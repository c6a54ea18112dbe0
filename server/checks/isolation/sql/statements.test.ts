import { loadModule } from "libpg-query";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bySize, LONG_TIMEOUT } from "#server/checks/fixtures/testSize.ts";
import type { CompanyTables } from "./companyTables.ts";
import { readCompanyTables } from "./companyTables.ts";
import { findInterference } from "./findInterference.ts";
import { findUnnamedCompanies } from "./findUnnamedCompanies.ts";
import { listConditions, withoutConditions } from "./listConditions.ts";
import type { ListedStatement } from "./listStatements.ts";
import { listStatements } from "./listStatements.ts";
import type { FixturePair } from "./openFixturePair.ts";
import { openFixturePair } from "./openFixturePair.ts";
import { ACROSS_COMPANIES, NOT_HELD_TO_ONE } from "./statementPolicy.ts";

// DESIGN "Data": every query names its company, and the database refuses anyway. Here each of the two nets is held without the other,
// and each condition on a company is taken away to see that it is missed.

let worlds: FixturePair;
let tables: CompanyTables;
let statements: ListedStatement[];
let ofOneCompany: ListedStatement[];
beforeAll(async () => {
  await loadModule();
  worlds = await openFixturePair();
  tables = await readCompanyTables(worlds.shared.fixtures.database.sql);
  statements = await listStatements();
  ofOneCompany = statements.filter(
    ({ name, parameters }) =>
      parameters.includes("companyId") && !Object.hasOwn(NOT_HELD_TO_ONE, familyOf(name)),
  );
});
afterAll(() => worlds.close());

/** Those that are run: of a family with many shapes only some in the short form. */
function tried(): ListedStatement[] {
  const seen = new Map<string, number>();
  return ofOneCompany.filter(({ name }) => {
    const family = familyOf(name) + (/"bySearch":"\w+"/.exec(name)?.[0] ?? "");
    seen.set(family, (seen.get(family) ?? 0) + 1);
    return (seen.get(family) ?? 0) <= bySize(4, Infinity);
  });
}

/** The export that a statement comes from. */
const familyOf = (name: string) => name.split(" ", 1)[0] ?? "";

const unnamedIn = (statement: Pick<ListedStatement, "text" | "parameters">) =>
  findUnnamedCompanies(statement.text, { parameters: statement.parameters, tables });

describe("every statement", { timeout: LONG_TIMEOUT }, () => {
  test("names its company for each table of companies that it reads or writes, or is one of those across companies", () => {
    const unnamed = statements
      .map((statement) => ({ family: familyOf(statement.name), tables: unnamedIn(statement) }))
      .filter(({ tables: found }) => found.length > 0);
    expect(unnamed.filter(({ family }) => !Object.hasOwn(ACROSS_COMPANIES, family))).toEqual([]);
    const found = new Set(unnamed.map(({ family }) => family));
    expect(Object.keys(ACROSS_COMPANIES).filter((family) => !found.has(family))).toEqual([]);
    expect(statements.length).toBeGreaterThan(200);
  });

  test("keeps companies apart by its own conditions, run by a role that row-level security does not concern", async () => {
    const interfering: [string, string][] = [];
    const idle: string[] = [];
    for (const { name, text, values } of tried()) {
      const { interference, hasRun } = await findInterference(worlds, { text, values }, "owner");
      if (interference !== undefined) interfering.push([name, interference]);
      // The demo is put into an empty database only.
      if (!hasRun && !name.includes("Demo")) idle.push(name);
    }
    expect(interfering).toEqual([]);
    expect(idle).toEqual([]);
  });

  test("leaves them apart under row-level security though it forgets every condition on the company", async () => {
    const interfering: [string, string][] = [];
    let forgetful = 0;
    for (const statement of tried()) {
      const conditions = listConditions(statement);
      if (conditions.length === 0) continue;
      const text = withoutConditions(statement.text, conditions);
      const { interference, hasRun } = await findInterference(
        worlds,
        { ...statement, text },
        "hearback_app",
      );
      if (interference !== undefined) interfering.push([statement.name, interference]);
      if (hasRun) forgetful += 1;
    }
    expect(interfering).toEqual([]);
    // Others are refused outright: the tenants' role may not even run them.
    expect(forgetful).toBeGreaterThanOrEqual(bySize(40, 80));
  });
});

describe("a condition on the company that somebody forgets", { timeout: LONG_TIMEOUT }, () => {
  test("is missed, each by itself: by the reader of the statements, or by company A", async () => {
    const unnoticed: string[] = [];
    const counts = { read: 0, felt: 0 };
    for (const statement of ofOneCompany) {
      for (const condition of listConditions(statement)) {
        const text = withoutConditions(statement.text, [condition]);
        const isRead = unnamedIn({ ...statement, text }).length > 0;
        if (isRead) counts.read += 1;
        // The many shapes of one statement have the same conditions: the reader sees each of them.
        const isFamily = statement.name.includes(" ");
        const trial = isFamily
          ? undefined
          : await findInterference(worlds, { ...statement, text }, "owner");
        if (trial?.interference !== undefined) counts.felt += 1;
        const isNoticed = isFamily ? isRead : trial?.interference !== undefined;
        if (!isNoticed) {
          unnoticed.push(
            `${statement.name} without ${statement.text.slice(condition.start, condition.end)}`,
          );
        }
      }
    }
    expect(unnoticed).toEqual([]);
    // The reader knows tables of companies; A also feels accounts and hand-offs, which belong to no company by their keys.
    expect(counts.read).toBeGreaterThanOrEqual(178);
    expect(counts.felt).toBeGreaterThanOrEqual(50);
  });

  test("is missed in the database's own functions as well", async () => {
    const functions = await worlds.shared.fixtures.database.sql<{
      name: string;
      definition: string;
    }>(
      `select proname as name, pg_get_functiondef(p.oid) as definition from pg_proc p
       where pronamespace = 'public'::regnamespace and prokind = 'f'
         and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
    );
    const unnoticed: string[] = [];
    const tested: string[] = [];
    for (const { name, definition } of functions) {
      for (const { 0: condition, index } of definition.matchAll(CONDITION)) {
        const rest = definition.slice(index + condition.length);
        await worlds.inBoth(`${definition.slice(0, index)}(${condition} or true)${rest}`);
        if (!(await isFelt())) unnoticed.push(`${name} without ${condition}`);
        await worlds.inBoth(definition);
        tested.push(name);
      }
    }
    expect(unnoticed).toEqual([]);
    expect(tested.toSorted()).toEqual([
      "count_removed_comment",
      "count_removed_vote",
      "file_feedback",
      "matching_feedback",
      "take_from_feedback_counter",
    ]);
    expect(await isFelt()).toBe(false);
  });
});

/** A condition on the company as PostgreSQL writes functions out. */
const CONDITION = /(?:\w+\.)?company_id = (?:\([\w.]+\)\.)?[\w.]+(?:\(\))?(?= AND|\)| and)/gi;

/** Whether any statement tells A of B, or changes B. */
async function isFelt(): Promise<boolean> {
  for (const statement of tried()) {
    if ((await findInterference(worlds, statement, "owner")).interference !== undefined)
      return true;
  }
  return false;
}
