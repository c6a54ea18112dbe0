import type { CompanyTables } from "./companyTables.ts";
import type { Node } from "./syntax.ts";
import { conjuncts, equalityOf, namesOf, part, parts, textOf, uncast, walk } from "./syntax.ts";

/** A table, subquery or CTE that a query reads. */
interface Source {
  alias: string;
  /** The source's company column. Undefined if the source is not a company table. */
  key?: string;
  table?: string;
  /** Columns that always contain the statement's company. */
  known: Set<string>;
}

interface Scope {
  sources: Source[];
  outer: Scope | undefined;
  /** CTEs by name, with the columns that contain the company. */
  named: Map<string, Set<string>>;
}

interface Equality {
  sides: [Node, Node];
  /**
   * Sources that the condition restricts. The condition of an outer join does not restrict the left
   * side of the join.
   */
  about: Source[];
}

interface AnalysisOptions {
  /** Names of `$1`, `$2`, …. Undefined for a constant. */
  parameters: readonly (string | undefined)[];
  tables: CompanyTables;
  /** A condition that the analysis treats as true for every row. */
  ignored?: Node | undefined;
}

/**
 * Returns the tables that a statement reads or writes without restricting the rows to one company,
 * and the tables whose rows the statement moves to another company. A table is restricted if its
 * company column equals the parameter `companyId`, `current_company_id()`, or the company column of
 * a restricted table.
 * @param tree the syntax tree of the statement
 */
export const findUnnamedCompanies = (tree: Node, options: AnalysisOptions): string[] =>
  read(tree, options).faults;

/**
 * Whether the ignored condition follows from the other conditions, because these say of both of its
 * sides that they are the statement's company. Such a condition is for the planner.
 */
export const isImplied = (tree: Node, options: AnalysisOptions): boolean =>
  read(tree, options).isImplied;

function read(tree: Node, options: AnalysisOptions): Reader {
  const reader = new Reader(options);
  for (const statement of parts(tree, "stmts")) {
    reader.query(part(statement, "stmt") ?? {}, undefined);
  }
  return reader;
}

/**
 * The subqueries of each expression. They are cached, because a statement is analysed once for each
 * of its conditions.
 */
const subqueries = new WeakMap<object, Node[]>();

/** Returns the outermost subqueries of an expression or of a list of expressions. */
function subqueriesIn(expression: unknown): Node[] {
  if (typeof expression !== "object" || expression === null) return [];
  const known = subqueries.get(expression);
  if (known) return known;
  const found = walk(expression, (node) => !("SubLink" in node)).flatMap((node) => {
    const query = part(part(node, "SubLink"), "subselect");
    return query ? [query] : [];
  });
  subqueries.set(expression, found);
  return found;
}

class Reader {
  readonly #parameters: readonly (string | undefined)[];
  readonly #tables: CompanyTables;
  readonly #ignored: Node | undefined;
  readonly faults: string[] = [];
  isImplied = false;

  constructor({ parameters, tables, ignored }: AnalysisOptions) {
    this.#parameters = parameters;
    this.#tables = tables;
    this.#ignored = ignored;
  }

  /** Analyses a query and returns its output columns that contain the company. */
  query(node: Node, outer: Scope | undefined): Set<string> {
    const [kind = ""] = Object.keys(node);
    const statement = part(node, kind);
    const scope: Scope = { sources: [], outer, named: new Map(outer?.named) };
    for (const cte of parts(part(statement, "withClause"), "ctes")) {
      const named = part(cte, "CommonTableExpr");
      const rows = this.query(part(named, "ctequery") ?? {}, scope);
      scope.named.set(textOf(named, "ctename"), rows);
    }
    if (kind === "SelectStmt") return this.#select(statement, scope);
    if (kind === "InsertStmt") return this.#insert(statement, scope);
    if (kind === "UpdateStmt" || kind === "DeleteStmt") return this.#change(statement, scope);
    return new Set();
  }

  #select(select: Node | undefined, scope: Scope): Set<string> {
    if (select?.["op"] !== undefined && select["op"] !== "SETOP_NONE") {
      const [left, right] = ["larg", "rarg"].map((side) =>
        this.query({ SelectStmt: part(select, side) ?? {} }, scope),
      );
      return new Set([...(left ?? [])].filter((column) => right?.has(column)));
    }
    const equalities = this.#from(parts(select, "fromClause"), scope);
    this.#settle(scope, [...equalities, ...this.#where(select, scope)]);
    this.#noteImplied(select, scope);
    this.#inside(select, scope, [
      "targetList",
      "whereClause",
      "havingClause",
      "sortClause",
      "limitCount",
    ]);
    this.#joinedConditions(select, scope);
    return this.#columns(parts(select, "targetList"), scope);
  }

  #insert(insert: Node | undefined, scope: Scope): Set<string> {
    const target = this.#table(part(insert, "relation"), scope);
    const columns = parts(insert, "cols").map((column) =>
      textOf(part(column, "ResTarget"), "name"),
    );
    const place = target.key === undefined ? -1 : columns.indexOf(target.key);
    const source = part(insert, "selectStmt");
    const values = parts(part(source, "SelectStmt"), "valuesLists");
    if (values.length > 0) {
      const rows = values.map((list) => parts(part(list, "List"), "items"));
      if (rows.every((row) => row[place] && this.#isCompany(row[place], scope))) this.#mark(target);
      this.#inside(part(source, "SelectStmt"), scope, ["valuesLists"]);
    } else if (source) {
      const inner = part(source, "SelectStmt");
      const select: Scope = { sources: [], outer: scope.outer, named: scope.named };
      this.#select(inner, select);
      const value = part(parts(inner, "targetList")[place], "ResTarget");
      const given = part(value, "val");
      if (given && this.#isCompany(given, select)) this.#mark(target);
    }
    // A new company needs no restriction, because it has no other rows yet.
    const makesCompany = target.key === "id";
    this.#report(makesCompany ? [] : [target]);
    this.#inside(insert, { ...scope, sources: [target] }, ["onConflictClause", "returningList"]);
    return this.#columns(parts(insert, "returningList"), { ...scope, sources: [target] });
  }

  #change(change: Node | undefined, scope: Scope): Set<string> {
    const target = this.#table(part(change, "relation"), scope);
    scope.sources.push(target);
    const others = [...parts(change, "fromClause"), ...parts(change, "usingClause")];
    const equalities = this.#from(others, scope);
    this.#settle(scope, [...equalities, ...this.#where(change, scope)]);
    this.#noteImplied(change, scope);
    if (
      parts(change, "targetList").some(
        (set) => textOf(part(set, "ResTarget"), "name") === "company_id",
      )
    ) {
      this.faults.push(`${target.alias} moves to another company`);
    }
    this.#inside(change, scope, ["targetList", "whereClause", "returningList"]);
    return this.#columns(parts(change, "returningList"), scope);
  }

  #table(range: Node | undefined, scope: Scope): Source {
    const table = textOf(range, "relname");
    const alias = textOf(part(range, "alias"), "aliasname") || table;
    const rows = scope.named.get(table);
    if (rows) return { alias, known: new Set(rows) };
    const key = this.#tables.get(table);
    return { alias, table, ...(key !== undefined && { key }), known: new Set() };
  }

  /** Adds the sources of a FROM clause to the scope and returns the equalities of its joins. */
  #from(nodes: Node[], scope: Scope): Equality[] {
    return nodes.flatMap((node) => this.#fromOne(node, scope));
  }

  #fromOne(node: Node, scope: Scope): Equality[] {
    const range = part(node, "RangeVar");
    if (range) scope.sources.push(this.#table(range, scope));
    const derived = part(node, "RangeSubselect");
    if (derived) {
      const known = this.query(part(derived, "subquery") ?? {}, scope);
      scope.sources.push({ alias: textOf(part(derived, "alias"), "aliasname"), known });
    }
    const functions = part(node, "RangeFunction");
    if (functions) {
      this.#inside(functions, scope, ["functions"]);
      scope.sources.push({
        alias: textOf(part(functions, "alias"), "aliasname"),
        known: new Set(),
      });
    }
    const join = part(node, "JoinExpr");
    if (!join) return [];
    const before = scope.sources.length;
    const said = this.#from([part(join, "larg") ?? {}], scope);
    const middle = scope.sources.length;
    said.push(...this.#from([part(join, "rarg") ?? {}], scope));
    const about =
      join["jointype"] === "JOIN_INNER" ? scope.sources.slice(before) : scope.sources.slice(middle);
    said.push(...this.#equalities(part(join, "quals"), about));
    return said;
  }

  #where(statement: Node | undefined, scope: Scope): Equality[] {
    return this.#equalities(part(statement, "whereClause"), scope.sources);
  }

  #equalities(condition: Node | undefined, about: Source[]): Equality[] {
    return conjuncts(condition).flatMap((each) => {
      const sides = each === this.#ignored ? undefined : equalityOf(each);
      return sides ? [{ sides, about }] : [];
    });
  }

  /**
   * Follows the equalities until no further column is known to contain the company. Then reports
   * the unrestricted sources.
   */
  #settle(scope: Scope, equalities: Equality[]): void {
    for (let isNew = true; isNew;) {
      isNew = false;
      for (const { sides, about } of equalities) {
        for (const [from, to] of [sides, [sides[1], sides[0]] as const]) {
          const found = this.#column(to, scope);
          if (!found || !about.includes(found.source) || found.source.known.has(found.column))
            continue;
          if (!this.#isCompany(from, scope)) continue;
          found.source.known.add(found.column);
          isNew = true;
        }
      }
    }
    this.#report(scope.sources);
  }

  /** Notes whether both sides of the ignored condition are the company, if it stands in this query. */
  #noteImplied(query: Node | undefined, scope: Scope): void {
    const isInQuery = (node: Node) => !("SubLink" in node || "RangeSubselect" in node);
    const clauses = ["targetList", "fromClause", "usingClause", "whereClause", "havingClause"];
    for (const node of walk(
      clauses.map((key) => query?.[key]),
      isInQuery,
    )) {
      if (node !== this.#ignored) continue;
      this.isImplied = equalityOf(node)?.every((side) => this.#isCompany(side, scope)) ?? false;
    }
  }

  #report(sources: Source[]): void {
    for (const { key, table, known } of sources) {
      if (key !== undefined && table !== undefined && !known.has(key)) this.faults.push(table);
    }
  }

  #mark(source: Source): void {
    if (source.key !== undefined) source.known.add(source.key);
  }

  #isCompany(node: Node, scope: Scope): boolean {
    const value = uncast(node);
    const parameter = part(value, "ParamRef");
    if (parameter) return this.#parameters[Number(parameter["number"]) - 1] === "companyId";
    const called = part(value, "FuncCall");
    if (called) return namesOf(parts(called, "funcname")).at(-1) === "current_company_id";
    const found = this.#column(value, scope);
    return found !== undefined && found.source.known.has(found.column);
  }

  /** Resolves a column reference in the innermost scope that has it. */
  #column(node: Node, scope: Scope): { source: Source; column: string } | undefined {
    const names = namesOf(parts(part(node, "ColumnRef"), "fields"));
    const column = names.at(-1);
    if (column === undefined) return undefined;
    const alias = names.at(-2);
    for (let at: Scope | undefined = scope; at; at = at.outer) {
      const source = at.sources.find((each) =>
        alias === undefined ? each.key === column || each.known.has(column) : each.alias === alias,
      );
      if (source) return { source, column };
    }
    return undefined;
  }

  /** Returns the output columns that contain the company. */
  #columns(targets: Node[], scope: Scope): Set<string> {
    const known = new Set<string>();
    for (const target of targets) {
      const result = part(target, "ResTarget");
      const value = part(result, "val") ?? {};
      const names = namesOf(parts(part(value, "ColumnRef"), "fields"));
      if (names.at(-1) === "*") {
        const all = scope.sources.filter(({ alias }) => names.length === 1 || alias === names[0]);
        for (const source of all) for (const column of source.known) known.add(column);
      } else if (this.#isCompany(value, scope)) {
        known.add(textOf(result, "name") || (names.at(-1) ?? ""));
      }
    }
    return known;
  }

  /** Analyses the subqueries in a query's expressions. */
  #inside(statement: Node | undefined, scope: Scope, keys: string[]): void {
    for (const key of keys) {
      for (const query of subqueriesIn(statement?.[key])) this.query(query, scope);
    }
  }

  /** Analyses the subqueries in join conditions. */
  #joinedConditions(select: Node | undefined, scope: Scope): void {
    for (const node of walk(select?.["fromClause"], (each) => !("RangeSubselect" in each))) {
      const join = part(node, "JoinExpr");
      if (join) this.#inside(join, scope, ["quals"]);
    }
  }
}
