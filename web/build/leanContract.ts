import type { Plugin } from "vite";
import { parseAst } from "vite";

/** The properties of an endpoint that the browser needs to call it. */
const KEPT = new Set(["method", "path", "paged", "upload", "uploadStream"]);

/** The query string of an import that loads only an entity's schemas, without its endpoints. */
const SCHEMAS = "?schemas";

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/**
 * In the browser's build, splits each entity's file of the contract into two modules: endpoints
 * without schemas, and schemas. Only pages whose forms validate input load zod. All other pages
 * save 15 kB (gzipped). In the browser `body` and the other schemas of an endpoint are undefined;
 * `EndpointView` makes their use a type error.
 */
export function leanContract(): Plugin {
  return {
    name: "hearback:lean-contract",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    transform: {
      // When this plugin runs, Vite has already transformed the code to JavaScript.
      filter: { id: /\/contract\/\w+\.ts(?:\?schemas)?$/ },
      handler(code, id) {
        const statements = (parseAst(code) as unknown as { body: Node[] }).body;
        const endpoints = statements.filter(holdsEndpoints);
        const isEntity = endpoints.length > 0 && !id.endsWith(SCHEMAS);
        const lean = isEntity ? entityCode(code, id, statements) : schemasCode(code, statements);
        return { code: lean, map: null, moduleSideEffects: false };
      },
    },
  };
}

/**
 * Returns the code of the endpoints, with a re-export of the schemas. The code also imports the
 * exported constants, because the kept properties of an endpoint can use them.
 */
function entityCode(code: string, id: string, statements: readonly Node[]): string {
  const origin = `"./${id.slice(id.lastIndexOf("/") + 1)}${SCHEMAS}"`;
  const constants = statements
    .filter((statement) => !holdsEndpoints(statement))
    .flatMap(constantsOf);
  return [
    `import { endpoint } from "./endpoint.ts"; export * from ${origin};`,
    `import { ${constants.join(", ")} } from ${origin};`,
    ...statements.filter(holdsEndpoints).map((statement) => leanStatement(code, statement)),
  ].join("\n");
}

/** Returns the names in `export const a = …, b = …;`. */
function constantsOf({ type, declaration }: Node): string[] {
  if (type !== "ExportNamedDeclaration" || !isNode(declaration)) return [];
  const declarations = (declaration["declarations"] ?? []) as { id: Node }[];
  return declarations.map(({ id }) => String(id["name"]));
}

/**
 * Returns the code of all statements except the endpoints. Calls are marked as pure, so that the
 * bundler removes unused schemas.
 */
function schemasCode(code: string, statements: readonly Node[]): string {
  let rest = code;
  for (const statement of statements.toReversed()) {
    if (holdsEndpoints(statement)) {
      rest = without(rest, [statement]);
      continue;
    }
    for (const { start, end } of initialValues(statement).toReversed()) {
      rest = `${rest.slice(0, start)}/* @__PURE__ */ (() => ${rest.slice(start, end)})()${rest.slice(end)}`;
    }
  }
  return rest;
}

/** Returns the calls in `const a = b(), c = d();`, with or without `export`. */
function initialValues(statement: Node): Node[] {
  const declaration = (statement["declaration"] ?? statement) as Node;
  const declarations = (declaration["declarations"] ?? []) as { init: Node | null }[];
  return declarations.flatMap(({ init }) => (init?.type === "CallExpression" ? [init] : []));
}

function holdsEndpoints(statement: Node): boolean {
  return statement.type === "ExportNamedDeclaration" && endpointsIn(statement).length > 0;
}

function leanStatement(code: string, statement: Node): string {
  const dropped = endpointsIn(statement).flatMap(({ properties }) =>
    (properties as (Node & { key: Node })[]).filter(({ key }) => !KEPT.has(String(key["name"]))),
  );
  return without(code, dropped).slice(statement.start, statement.end);
}

/** Returns the object literals that are passed to `endpoint({ … })`. */
function endpointsIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(endpointsIn);
  if (!isNode(value)) return [];
  const nested = Object.values(value).flatMap(endpointsIn);
  const { callee, arguments: [definition] = [] } = value as unknown as {
    callee?: Node;
    arguments?: Node[];
  };
  const isEndpoint =
    value.type === "CallExpression" && callee?.["name"] === "endpoint" && definition;
  return isEndpoint ? [definition, ...nested] : nested;
}

/** Replaces the nodes with spaces, so that the positions of other nodes stay valid. */
function without(code: string, nodes: readonly Node[]): string {
  let rest = code;
  for (const { start, end } of nodes) {
    // The comma after the node is also replaced.
    const comma = /^\s*,/.exec(rest.slice(end))?.[0].length ?? 0;
    rest = rest.slice(0, start) + " ".repeat(end + comma - start) + rest.slice(end + comma);
  }
  return rest;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}
