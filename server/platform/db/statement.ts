import { createHash } from "node:crypto";
import type { Sql } from "./sql.ts";

/** Placeholder for a value that is known only when the statement runs. */
class Parameter {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A statement that is compiled once and sent by name, so that PostgreSQL prepares it once per
 * connection.
 */
export interface Statement<Params, Row> {
  readonly name: string;
  readonly text: string;
  /** The values in the order of the text's placeholders. */
  values(params: Params): unknown[];
  /** This property exists only as a type, which carries the row type. */
  readonly row?: Row;
}

type Build<Params> = (params: Required<Params>) => Sql;

/**
 * Defines a statement. `build` receives one placeholder per parameter. A placeholder is not a
 * value: `p.limit + 1` or `if (p.search)` do not work inside `build`. The statement is compiled on
 * first use, because compiling all statements at the start took a tenth of the start time.
 */
export function statement<Params extends object, Row>(
  name: string,
  build: Build<Params>,
): Statement<Params, Row> {
  let compiled: Statement<Params, Row> | undefined;
  const compile = () => (compiled ??= compileStatement(name, build));
  return {
    get name() {
      return compile().name;
    },
    get text() {
      return compile().text;
    },
    values: (params) => compile().values(params),
  };
}

function compileStatement<Params extends object, Row>(
  name: string,
  build: Build<Params>,
): Statement<Params, Row> {
  const placeholders = new Proxy({} as Required<Params>, {
    get: (_, key) => new Parameter(String(key)),
  });
  const { text, parameters } = build(placeholders).compile();
  const fingerprint = createHash("sha256").update(text).digest("base64url").slice(0, 8);
  const sources = parameters.map((value) =>
    value instanceof Parameter
      ? (params: Record<string, unknown>) => params[value.name] ?? null
      : () => value,
  );
  return {
    name: `${name}_${fingerprint}`,
    text,
    values: (params) => sources.map((source) => source(params as Record<string, unknown>)),
  };
}

/**
 * Defines a group of statements that differ by a few arguments of `build`. Each variant is built on
 * first use and cached.
 */
export function statementByShape<Shape extends readonly unknown[], Params extends object, Row>(
  build: (...shape: Shape) => Statement<Params, Row>,
): (...shape: Shape) => Statement<Params, Row> {
  const built = new Map<string, Statement<Params, Row>>();
  return (...shape) => {
    const key = JSON.stringify(shape);
    let found = built.get(key);
    if (!found) {
      found = build(...shape);
      built.set(key, found);
    }
    return found;
  };
}
