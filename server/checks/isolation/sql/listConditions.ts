import type { ListedStatement } from "./listStatements.ts";
import type { Node } from "./syntax.ts";
import { equalityOf, namesOf, part, parts, walk } from "./syntax.ts";

/** A condition on the company: its node, and its position in the statement. */
export interface CompanyCondition {
  node: Node;
  start: number;
  end: number;
}

/**
 * Lists all equality conditions on a company column, with the company parameter or with another
 * row's company.
 * @param tree the syntax tree of the statement
 */
export function listConditions(
  { text, parameters }: Pick<ListedStatement, "text" | "parameters">,
  tree: Node,
): CompanyCondition[] {
  const isCompanyParameter = (node: Node) =>
    parameters[Number(part(node, "ParamRef")?.["number"]) - 1] === "companyId";
  const isCompanyColumn = (node: Node) =>
    /^(?:home_|target_)?company_id$/.test(
      namesOf(parts(part(node, "ColumnRef"), "fields")).at(-1) ?? "",
    );
  const found: CompanyCondition[] = [];
  for (const node of walk(tree)) {
    const sides = equalityOf(node);
    if (!sides?.some((side) => isCompanyParameter(side) || isCompanyColumn(side))) continue;
    const [left, right] = sides.map((side) => locationOf(side, text));
    if (left === undefined || right === undefined)
      throw new Error(`A condition that is not understood: ${text}`);
    const end = right + (/^(?:\$\d+|[\w."]+)(?:::\w+)?/.exec(text.slice(right))?.[0].length ?? 0);
    found.push({ node, start: left, end });
  }
  return found;
}

/** Returns the position of a column or a parameter in the text; undefined for any other node. */
function locationOf(node: Node, text: string): number | undefined {
  const reference = part(node, "ColumnRef") ?? part(node, "ParamRef");
  if (!reference) return undefined;
  // Locations in the syntax tree are counted in bytes, not in characters.
  const before = Buffer.from(text).subarray(0, Number(reference["location"]));
  return before.toString().length;
}

/**
 * Makes these conditions true for every row. The conditions are not removed, so that the statement
 * keeps its parameters.
 */
export function withoutConditions(text: string, conditions: readonly CompanyCondition[]): string {
  let result = text;
  for (const { start, end } of conditions.toSorted((a, b) => b.start - a.start)) {
    result = `${result.slice(0, start)}(${result.slice(start, end)} or true)${result.slice(end)}`;
  }
  return result;
}
