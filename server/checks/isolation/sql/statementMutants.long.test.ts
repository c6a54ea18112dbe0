import { loadModule, parseSync } from "libpg-query";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LONG_TIMEOUT } from "#server/checks/fixtures/longTests.ts";
import type { CompanyTables } from "./companyTables.ts";
import { readCompanyTables } from "./companyTables.ts";
import { findInterference } from "./findInterference.ts";
import { findUnnamedCompanies, isImplied } from "./findUnnamedCompanies.ts";
import { listConditions, withoutConditions } from "./listConditions.ts";
import type { ListedStatement } from "./listStatements.ts";
import { listStatements } from "./listStatements.ts";
import type { FixturePair } from "./openFixturePair.ts";
import { openFixturePair } from "./openFixturePair.ts";
import type { Node } from "./syntax.ts";
import { NOT_HELD_TO_ONE } from "./statementPolicy.ts";
import { ABOUT_ACCOUNTS, REVEALED_BY_ANALYSIS } from "./unrevealedConditions.ts";

// Every query names its company, and row-level security also restricts the query to this company.
// These tests check each of the two protections without the other, and check that removing any
// single company condition is detected. statements.test.ts checks the conditions without running
// the statements.

let pair: FixturePair;
let tables: CompanyTables;
let ofOneCompany: ListedStatement[];
beforeAll(async () => {
  await loadModule();
  pair = await openFixturePair();
  tables = await readCompanyTables(pair.shared.fixtures.database.sql);
  ofOneCompany = (await listStatements()).filter(
    ({ name, parameters }) =>
      parameters.includes("companyId") && !Object.hasOwn(NOT_HELD_TO_ONE, familyOf(name)),
  );
});
afterAll(() => pair.close());

/** Returns the name of the export that a statement comes from. */
const familyOf = (name: string) => name.split(" ", 1)[0] ?? "";

const trees = new Map<string, Node>();

/** Parses a statement. Several tests read the same trees. */
function treeOf({ text }: ListedStatement): Node {
  const tree = trees.get(text) ?? (parseSync(text) as Node);
  trees.set(text, tree);
  return tree;
}

const unnamedIn = ({ parameters }: ListedStatement, tree: Node, ignored?: Node) =>
  findUnnamedCompanies(tree, { parameters, tables, ignored });

describe("company conditions of prepared statements", { timeout: LONG_TIMEOUT }, () => {
  test("without row-level security, each statement's own conditions isolate companies", async () => {
    const interfering: [string, string][] = [];
    const idle: string[] = [];
    for (const { name, text, values } of ofOneCompany) {
      const { interference, hasRun } = await findInterference(pair, { text, values }, "owner");
      if (interference !== undefined) interfering.push([name, interference]);
      // Statements of the demo data fail, because they need an empty database.
      if (!hasRun && !name.includes("Demo")) idle.push(name);
    }
    expect(interfering).toEqual([]);
    expect(idle).toEqual([]);
  });

  test("row-level security isolates companies when a statement has no company condition", async () => {
    const interfering: [string, string][] = [];
    let unrestricted = 0;
    for (const statement of ofOneCompany) {
      const conditions = listConditions(statement, treeOf(statement));
      if (conditions.length === 0) continue;
      const text = withoutConditions(statement.text, conditions);
      const { interference, hasRun } = await findInterference(
        pair,
        { ...statement, text },
        "hearback_app",
      );
      if (interference !== undefined) interfering.push([statement.name, interference]);
      if (hasRun) unrestricted += 1;
    }
    expect(interfering).toEqual([]);
    // The tenants' role has no right to run the remaining statements.
    expect(unrestricted).toBeGreaterThanOrEqual(80);
  });
});

/**
 * Conditions that can be removed from database functions without changing any result, each with the
 * reason.
 */
const WITHOUT_EFFECT: Record<string, string> = {
  "take_from_feedback_counter without feedback_counter.company_id = (take_from_feedback_counter.item).company_id":
    "its trigger waits for the end of the transaction, which is never committed here",
  "feedback_with_keys without s.company_id = feedback_with_keys.company":
    "the keys are hashes with the company; the condition is for equal hashes of different keys",
  "matching_words without s.company_id = matching_words.company":
    "the items that it finds are joined within the company; a catalogue rule notices the condition",
  // Only the policy on `user_account` calls the function, as the tenants' role and thus with the
  // tables' policies. The catalogue rule for its text notices that a condition is missing
  // (`catalogueMutants.long.test.ts`).
  ...Object.fromEntries(
    ["c", "f", "s"].map((alias) => [
      `has_contributed without ${alias}.company_id = public.current_company_id()`,
      "row-level security of the table has the same condition",
    ]),
  ),
  ...Object.fromEntries(
    ["f.company_id = new.company_id", "u.company_id = f.company_id"].map((condition) => [
      `mark_items_updated without ${condition}`,
      "it writes only the times of changes, which are compared without their values",
    ]),
  ),
};

describe("removed company conditions", { timeout: LONG_TIMEOUT }, () => {
  test("the removal of any company condition that the others do not imply is detected by the analysis or by running the statement", async () => {
    const unrevealed = new Set<string>();
    const unnoticed = new Set<string>();
    for (const statement of ofOneCompany) {
      const tree = treeOf(statement);
      for (const condition of listConditions(statement, tree)) {
        const { parameters } = statement;
        if (isImplied(tree, { parameters, tables, ignored: condition.node })) continue;
        const isRead = unnamedIn(statement, tree, condition.node).length > 0;
        // A space in the name means that one function builds several such statements. All of them
        // have the same company conditions, so they run only if the analysis notices nothing.
        const isFamily = statement.name.includes(" ");
        const text = withoutConditions(statement.text, [condition]);
        const isNoticed =
          (isFamily && isRead) ||
          (await findInterference(pair, { ...statement, text }, "owner")).interference !==
            undefined;
        if (isNoticed) continue;
        const removed = statement.text.slice(condition.start, condition.end);
        (isRead ? unrevealed : unnoticed).add(
          `${familyOf(statement.name)} without ${removed.replace(/\$\d+/, "$")}`,
        );
      }
    }
    expect(unnoticed).toEqual(listedIn(ABOUT_ACCOUNTS));
    expect(unrevealed).toEqual(listedIn(REVEALED_BY_ANALYSIS));
  });

  test("the removal of a company condition in a database function is detected, except for conditions that change no result", async () => {
    const functions = await readFunctions();
    const unnoticed: string[] = [];
    for (const { name, definition } of functions) {
      for (const { 0: condition, index } of definition.matchAll(CONDITION)) {
        const rest = definition.slice(index + condition.length);
        await pair.inBoth(`${definition.slice(0, index)}(${condition} or true)${rest}`);
        if (!(await interferes(name))) unnoticed.push(`${name} without ${condition}`);
        await pair.inBoth(definition);
      }
    }
    expect(unnoticed).toEqual(Object.keys(WITHOUT_EFFECT));
    // The functions have their original definitions again. The tests above found no interference
    // with these definitions.
    expect(await readFunctions()).toEqual(functions);
  });
});

const listedIn = (conditions: Readonly<Record<string, readonly string[]>>) =>
  new Set(
    Object.entries(conditions).flatMap(([name, removed]) =>
      removed.map((condition) => `${name} without ${condition}`),
    ),
  );

const readFunctions = () =>
  pair.shared.fixtures.database.sql<{ name: string; definition: string }>(
    `select proname as name, pg_get_functiondef(p.oid) as definition from pg_proc p
     where pronamespace = 'public'::regnamespace and prokind = 'f'
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
     order by p.oid`,
  );

/** Matches a company condition in a function definition that PostgreSQL has printed. */
const CONDITION = /(?:\w+\.)?company_id = (?:\([\w.]+\)\.)?[\w.]+(?:\(\))?(?= AND|\)| and)/gi;

/**
 * The statement that last revealed B. It is tried first, because it often reveals B for the next
 * removed condition as well.
 */
let revealing: ListedStatement | undefined;

/**
 * Whether any statement reveals the existence of B to A, or changes B. `revealing` is run first,
 * and then the statements that name the changed function.
 */
async function interferes(name: string): Promise<boolean> {
  const all = ofOneCompany;
  const likely = all.filter(({ text }) => text.includes(name));
  for (const statement of new Set([...(revealing ? [revealing] : []), ...likely, ...all])) {
    if ((await findInterference(pair, statement, "owner")).interference === undefined) continue;
    revealing = statement;
    return true;
  }
  return false;
}
