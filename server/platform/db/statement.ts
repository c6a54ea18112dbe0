import { createHash } from "node:crypto";
import type { CompiledQuery } from "kysely";
import {
  CamelCasePlugin,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from "kysely";
import type { DB } from "./schema.ts";

/** Composes statements and never runs one: it has no connection. */
export const sqlBuilder = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  plugins: [new CamelCasePlugin()],
});

/** A place in a statement for a value that is known when it runs. */
class Parameter {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** A statement composed once and sent by name, so that neither we nor PostgreSQL plan it twice. */
export interface Statement<Params, Row> {
  readonly name: string;
  readonly text: string;
  /** The driver's values, in the order of the text's placeholders. */
  values(params: Params): unknown[];
  /** Only carries the row's type. */
  readonly row?: Row;
}

type Build<Params, Row> = (sql: typeof sqlBuilder, params: Required<Params>) => CompiledQuery<Row>;

/** What a statement gives a row as. */
export type RowOf<S> = S extends Statement<infer _, infer Row> ? Row : never;

/**
 * Describes a statement: `build` gets the query builder and one stand-in per parameter, to be used where a value would be.
 * A stand-in is no value: `p.limit + 1` or `if (p.search)` make no sense inside `build`.
 * It is composed when it is first used: all of them at the start were a tenth of it, and most of its garbage.
 */
export function statement<Params extends object, Row>(
  name: string,
  build: Build<Params, Row>,
): Statement<Params, Row> {
  let composed: Statement<Params, Row> | undefined;
  const compose = () => (composed ??= composeStatement(name, build));
  return {
    get name() {
      return compose().name;
    },
    get text() {
      return compose().text;
    },
    values: (params) => compose().values(params),
  };
}

function composeStatement<Params extends object, Row>(
  name: string,
  build: Build<Params, Row>,
): Statement<Params, Row> {
  const standIns = new Proxy({} as Required<Params>, {
    get: (_, key) => new Parameter(String(key)),
  });
  const { sql: text, parameters } = build(sqlBuilder, standIns);
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

/** A family of statements that differ by a few switches: each shape is built once, when it is first asked for. */
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
