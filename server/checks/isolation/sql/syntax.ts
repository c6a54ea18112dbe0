/** A node of PostgreSQL's syntax tree. */
export type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the child node under a key. */
export function part(node: Node | undefined, key: string): Node | undefined {
  const value = node?.[key];
  return isNode(value) ? value : undefined;
}

/** Returns the child nodes under a key. */
export function parts(node: Node | undefined, key: string): Node[] {
  const value = node?.[key];
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** Returns the text under a key. */
export function textOf(node: Node | undefined, key: string): string {
  const value = node?.[key];
  return typeof value === "string" ? value : "";
}

/** Returns the parts of a reference such as `f.company_id`. A star becomes the part `*`. */
export function namesOf(list: Node[]): string[] {
  return list.map((field) => ("A_Star" in field ? "*" : textOf(part(field, "String"), "sval")));
}

/** Returns both sides of an equality, without casts. */
export function equalityOf(node: Node): [Node, Node] | undefined {
  const expression = part(node, "A_Expr");
  const { kind } = expression ?? {};
  if (kind !== "AEXPR_OP" || namesOf(parts(expression, "name")).join() !== "=") return undefined;
  const left = part(expression, "lexpr");
  const right = part(expression, "rexpr");
  return left && right ? [uncast(left), uncast(right)] : undefined;
}

export function uncast(node: Node): Node {
  const inner = part(part(node, "TypeCast"), "arg");
  return inner ? uncast(inner) : node;
}

/** Returns the conditions that an AND combines. */
export function conjuncts(condition: Node | undefined): Node[] {
  if (!condition) return [];
  const both = part(condition, "BoolExpr");
  if (both?.["boolop"] === "AND_EXPR") return parts(both, "args").flatMap(conjuncts);
  return [condition];
}

/**
 * Returns a node and all nodes below it. `into` returns whether to descend into a node. The nodes
 * are collected in one list, because nested generators took half of the time of the analysis.
 */
export function walk(node: unknown, into: (node: Node) => boolean = () => true): Node[] {
  const found: Node[] = [];
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) {
      value.forEach(collect);
    } else if (isNode(value)) {
      found.push(value);
      if (into(value)) Object.values(value).forEach(collect);
    }
  };
  collect(node);
  return found;
}
