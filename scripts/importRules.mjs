const isOwn = (path) => /^(?:contract|server|web|e2e|faults|bench|scripts)\//.test(path);
const isIn = (folder, path) => path.startsWith(`${folder}/`);
const folderOf = (path) => path.split("/").slice(0, 2).join("/");
const isTest = (path) =>
  /\.test\.tsx?$/.test(path) ||
  ["server/testing", "server/isolation", "server/attacks", "web/testing", "e2e", "faults"].some((folder) =>
    isIn(folder, path),
  );

const SQL_DRIVERS = ["pg", "pg-copy-streams", "kysely"];

/** Ways to ask other servers by HTTP. */
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

/** What the pieces of the user interface may be made of. */
const UI_PACKAGES = [
  "react",
  "react-dom",
  "radix-ui",
  "lucide-react",
  "class-variance-authority",
  "clsx",
  "@dnd-kit/core",
  "@dnd-kit/sortable",
  "@dnd-kit/utilities",
];

/** Server folders that put features together, and may use all of them. The files directly in `server` do as well. */
const COMPOSITION = [
  "server/http",
  "server/setup",
  "server/jobs",
  "server/demo",
  "server/testing",
  "server/isolation",
];

/** Server folders that serve every feature. */
const SHARED = [
  "server/http",
  "server/db",
  "server/net",
  "server/throttle",
  "server/audit",
  "server/mail",
  "server/uploads",
  "server/config.ts",
  "server/root.ts",
];

/**
 * The import table of docs/ARCHITECTURE.md. A rule says which imports it is about, and whether one is allowed.
 */
export const importRules = [
  {
    text: "contract imports zod and itself",
    concerns: ({ from }) => isIn("contract", from) && !isTest(from),
    allows: ({ to }) => isIn("contract", to) || to === "zod",
  },
  {
    text: "web never imports server",
    concerns: ({ from }) => isIn("web", from),
    allows: ({ to }) => !isIn("server", to),
  },
  {
    text: "server never imports web: the built pages are loaded when it runs",
    concerns: ({ from }) => isIn("server", from),
    allows: ({ to }) => !isIn("web", to),
  },
  {
    text: "the program imports no test, no end-to-end test, no benchmark and no script",
    concerns: ({ from }) => /^(?:contract|server|web)\//.test(from) && !isTest(from),
    allows: ({ to }) =>
      !isTest(to) && !["e2e", "faults", "bench", "scripts"].some((folder) => isIn(folder, to)),
  },
  {
    text: "*.routes.ts is imported by server/routes.ts only",
    concerns: ({ to }) => to.endsWith(".routes.ts"),
    allows: ({ from }) => from === "server/routes.ts",
  },
  {
    text: "*.policy.ts imports types of contract and other policies only",
    concerns: ({ from }) => from.endsWith(".policy.ts"),
    allows: ({ to, isType }) => (isType && isIn("contract", to)) || to.endsWith(".policy.ts"),
  },
  {
    text: "the SQL driver is imported in *.queries.ts and server/db only",
    concerns: ({ from, to }) => SQL_DRIVERS.includes(to) && isIn("server", from) && !isTest(from),
    allows: ({ from }) => from.endsWith(".queries.ts") || isIn("server/db", from),
  },
  {
    text: "the server asks others by HTTP in server/net/guardedFetch.ts only",
    concerns: ({ from, to, isType }) =>
      isIn("server", from) && HTTP_CLIENTS.includes(to) && !isType && !isTest(from),
    allows: ({ from }) => from === "server/net/guardedFetch.ts",
  },
  {
    text: "server/db imports contract, server/root.ts and itself",
    concerns: ({ from, to }) => isIn("server/db", from) && isOwn(to) && !isTest(from),
    allows: ({ to }) => isIn("contract", to) || isIn("server/db", to) || to === "server/root.ts",
  },
  {
    text: "a feature of the server imports contract, the shared folders, itself, and another feature's *.queries.ts and *.policy.ts",
    concerns: ({ from, to }) =>
      /^server\/[^/]+\//.test(from) && isOwn(to) && !isTest(from) && !COMPOSITION.includes(folderOf(from)),
    allows: ({ from, to }) =>
      isIn("contract", to) ||
      SHARED.includes(folderOf(to)) ||
      folderOf(from) === folderOf(to) ||
      /^server\/.*\.(?:queries|policy)\.ts$/.test(to),
  },
  {
    text: "web/ui imports itself and what pieces of a user interface are made of",
    concerns: ({ from }) => isIn("web/ui", from) && !isTest(from),
    allows: ({ to }) => isIn("web/ui", to) || UI_PACKAGES.includes(to),
  },
  {
    text: "web/pages is imported by web/pageTable.ts only",
    concerns: ({ from, to }) => isIn("web/pages", to) && !isIn("web/pages", from),
    allows: ({ from }) => from === "web/pageTable.ts",
  },
  {
    text: "a feature of web imports contract, web/api, web/navigation, web/ui and itself",
    concerns: ({ from, to }) =>
      /^web\/[^/]+\//.test(from) &&
      isOwn(to) &&
      !isTest(from) &&
      !["web/pages", "web/layout"].includes(folderOf(from)),
    allows: ({ from, to }) =>
      isIn("contract", to) || ["web/api", "web/navigation", "web/ui", folderOf(from)].includes(folderOf(to)),
  },
];
