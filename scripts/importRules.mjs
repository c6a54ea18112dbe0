const isOwn = (path) => /^(?:contract|server|web|e2e|faults|bench|scripts)\//.test(path);
const isIn = (folder, path) => path.startsWith(`${folder}/`);
const isProduct = (path) => /^(?:contract|server|web)\//.test(path) && !isTest(path);
const isTest = (path) =>
  /\.test\.tsx?$/.test(path) ||
  ["server/checks", "web/testing", "e2e", "faults"].some((folder) => isIn(folder, path));

/**
 * The part of the program that a file belongs to: one folder below `platform`, `features`, `operations` and `web/app`, else the top folder.
 * Parts must not import each other in a cycle.
 */
export function partOf(path) {
  return (
    /^(?:(?:server|web)\/(?:platform|features|operations)\/[^/]+|web\/app\/[^/]+(?=\/)|(?:server|web)\/[^/]+|contract)/.exec(
      path,
    )?.[0] ?? path
  );
}

/** Whether an import counts for cycles between parts: of the product only, not of its tests. */
export const joinsParts = ({ from, to }) => isProduct(from) && isProduct(to);

const SQL_DRIVERS = ["pg", "pg-copy-streams", "kysely"];

/** Modules that send HTTP requests. */
const HTTP_CLIENTS = [
  "http",
  "https",
  "http2",
  "node:http",
  "node:https",
  "node:http2",
  "undici",
  "axios",
  "got",
];

/** What `web/ui` may be built from. */
const UI_PACKAGES = [
  "react",
  "react-dom",
  "radix-ui",
  "lucide",
  "class-variance-authority",
  "clsx",
  "@dnd-kit/core",
  "@dnd-kit/sortable",
  "@dnd-kit/utilities",
];

/** Parts of `web/app` that features may import. */
const WEB_PLATFORM = ["web/app/api", "web/app/navigation"];

/**
 * The import table of docs/ARCHITECTURE.md. `concerns` selects the imports that a rule is about, `allows` says which of them are allowed.
 */
export const importRules = [
  {
    text: "contract imports zod and itself",
    concerns: ({ from }) => isIn("contract", from) && !isTest(from),
    allows: ({ to }) => isIn("contract", to) || to === "zod",
  },
  {
    text: "web never imports server",
    concerns: ({ from }) => isIn("web", from) && !isTest(from),
    allows: ({ to }) => !isIn("server", to),
  },
  {
    text: "server never imports web: it loads the built pages at run time",
    concerns: ({ from }) => isIn("server", from),
    allows: ({ to }) => !isIn("web", to),
  },
  {
    text: "the product imports no test, fixture, benchmark or script",
    concerns: ({ from }) => isProduct(from),
    allows: ({ to }) =>
      !isTest(to) && !["e2e", "faults", "bench", "scripts"].some((folder) => isIn(folder, to)),
  },
  {
    text: "*.routes.ts is imported by server/app/routes.ts only",
    concerns: ({ to }) => to.endsWith(".routes.ts"),
    allows: ({ from }) => from === "server/app/routes.ts",
  },
  {
    text: "*.policy.ts imports types of contract and other policies only",
    concerns: ({ from }) => from.endsWith(".policy.ts"),
    allows: ({ to, isType }) => (isType && isIn("contract", to)) || to.endsWith(".policy.ts"),
  },
  {
    text: "SQL drivers are imported in *.queries.ts and by the database parts of server/platform only",
    concerns: ({ from, to }) => SQL_DRIVERS.includes(to) && isIn("server", from) && !isTest(from),
    allows: ({ from }) =>
      from.endsWith(".queries.ts") ||
      ["db", "changes", "replica", "embeddedPostgres"].some((part) =>
        isIn(`server/platform/${part}`, from),
      ),
  },
  {
    text: "the server sends HTTP requests in server/platform/net/guardedFetch.ts only",
    concerns: ({ from, to, isType }) =>
      isIn("server", from) && HTTP_CLIENTS.includes(to) && !isType && !isTest(from),
    allows: ({ from }) => from === "server/platform/net/guardedFetch.ts",
  },
  {
    text: "server/platform imports contract and itself",
    concerns: ({ from, to }) => isIn("server/platform", from) && isOwn(to) && !isTest(from),
    allows: ({ to }) => isIn("contract", to) || isIn("server/platform", to),
  },
  {
    text: "a feature of the server imports contract, server/platform, itself, and another feature's *.queries.ts and *.policy.ts",
    concerns: ({ from, to }) => isIn("server/features", from) && isOwn(to) && !isTest(from),
    allows: ({ from, to }) =>
      isIn("contract", to) ||
      isIn("server/platform", to) ||
      partOf(from) === partOf(to) ||
      /^server\/features\/.*\.(?:queries|policy)\.ts$/.test(to),
  },
  {
    text: "server/operations imports contract, server/platform, server/features and itself",
    concerns: ({ from, to }) => isIn("server/operations", from) && isOwn(to) && !isTest(from),
    allows: ({ to }) =>
      ["contract", "server/platform", "server/features", "server/operations"].some((folder) =>
        isIn(folder, to),
      ),
  },
  {
    text: "web/ui imports itself and the packages that a user interface is built from",
    concerns: ({ from }) => isIn("web/ui", from) && !isTest(from),
    allows: ({ to }) => isIn("web/ui", to) || UI_PACKAGES.includes(to),
  },
  {
    text: "web/pages is imported by web/app/pageTable.ts only",
    concerns: ({ from, to }) => isIn("web/pages", to) && !isIn("web/pages", from) && !isTest(from),
    allows: ({ from }) => from === "web/app/pageTable.ts",
  },
  {
    text: "a feature of web imports contract, web/app/api, web/app/navigation, web/ui and itself",
    concerns: ({ from, to }) => isIn("web/features", from) && isOwn(to) && !isTest(from),
    allows: ({ from, to }) =>
      ["contract", "web/ui"].includes(partOf(to)) ||
      WEB_PLATFORM.includes(partOf(to)) ||
      partOf(from) === partOf(to),
  },
];
