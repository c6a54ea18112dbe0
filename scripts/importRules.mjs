/** The drivers, and the template that composes statements. */
const SQL_MODULES = ["pg", "pg-copy-streams", "server/platform/db/sql.ts"];

const HTTP_CLIENTS = [
  ...["http", "https", "http2"].flatMap((name) => [name, `node:${name}`]),
  "undici",
  "axios",
  "got",
];

const UI_PACKAGES = [
  "react",
  "react-dom",
  "radix-ui",
  "react-day-picker",
  "lucide",
  "clsx",
  "@dnd-kit/core",
  "@dnd-kit/sortable",
  "@dnd-kit/utilities",
  "@zxcvbn-ts/language-common",
];

const isIn = (path, ...folders) => folders.some((folder) => path.startsWith(`${folder}/`));

const isOwnFile = (path) =>
  isIn(path, "contract", "server", "web", "e2e", "faults", "bench", "scripts", "deploy");

const isTest = (path) =>
  /\.test\.tsx?$/.test(path) ||
  isIn(path, "server/checks", "web/testing", "e2e", "faults", "deploy");

const isProduct = (path) => isIn(path, "contract", "server", "web") && !isTest(path);

/**
 * Returns the part of the product to which a file belongs, such as `server/features/boards`,
 * `web/ui` or `contract`. Parts must not import each other in a cycle.
 */
export function partOf(path) {
  const [runtime, kind, name, ...rest] = path.split("/");
  if (runtime !== "server" && runtime !== "web") return runtime;
  const hasParts = ["platform", "features", "operations"].includes(kind) || isIn(path, "web/app");
  return hasParts && rest.length > 0 ? `${runtime}/${kind}/${name}` : `${runtime}/${kind}`;
}

/**
 * Whether an import can cause a cycle between parts. Imports from or into tests cannot cause a
 * cycle.
 */
export const joinsParts = ({ from, to }) => isProduct(from) && isProduct(to);

/**
 * The import table of docs/ARCHITECTURE.md. `applies` selects the imports that a rule restricts,
 * and `allows` returns whether such an import is allowed. A rule concerns only product files unless
 * `isForAllFiles` is true.
 */
const RULES = [
  {
    text: "contract imports zod and itself, and contract/markdown the parts of the Markdown parser",
    applies: ({ from }) => isIn(from, "contract"),
    allows: ({ from, to }) =>
      isIn(to, "contract") ||
      to === "zod" ||
      (isIn(from, "contract/markdown") && /^(?:mdast|micromark|hast)\b/.test(to)),
  },
  {
    text: "web never imports server",
    applies: ({ from }) => isIn(from, "web"),
    allows: ({ to }) => !isIn(to, "server"),
  },
  {
    text: "server never imports web: it loads the built pages at run time",
    isForAllFiles: true,
    applies: ({ from }) => isIn(from, "server"),
    allows: ({ to }) => !isIn(to, "web"),
  },
  {
    text: "the product imports no test, fixture, benchmark or script",
    applies: () => true,
    allows: ({ to }) => !isTest(to) && !isIn(to, "bench", "scripts"),
  },
  {
    text: "*.routes.ts is imported by server/app/routes.ts only",
    isForAllFiles: true,
    applies: ({ to }) => to.endsWith(".routes.ts"),
    allows: ({ from }) => from === "server/app/routes.ts",
  },
  {
    text: "*.policy.ts imports types of contract and other policies only",
    applies: ({ from }) => from.endsWith(".policy.ts"),
    allows: ({ to, isType }) => (isType && isIn(to, "contract")) || to.endsWith(".policy.ts"),
  },
  {
    text: "SQL and its drivers are imported in *.queries.ts and by the database parts of server/platform only",
    applies: ({ from, to }) => SQL_MODULES.includes(to) && isIn(from, "server"),
    allows: ({ from }) =>
      from.endsWith(".queries.ts") ||
      isIn(
        from,
        "server/platform/db",
        "server/platform/changes",
        "server/platform/replica",
        "server/platform/embeddedPostgres",
      ),
  },
  {
    text: "the server sends HTTP requests in server/platform/net/guardedFetch.ts only",
    applies: ({ from, to, isType }) => isIn(from, "server") && HTTP_CLIENTS.includes(to) && !isType,
    allows: ({ from }) => from === "server/platform/net/guardedFetch.ts",
  },
  {
    text: "server/platform imports contract and itself",
    applies: ({ from, to }) => isIn(from, "server/platform") && isOwnFile(to),
    allows: ({ to }) => isIn(to, "contract", "server/platform"),
  },
  {
    text: "a feature of the server imports contract, server/platform, itself, and another feature's *.queries.ts and *.policy.ts",
    applies: ({ from, to }) => isIn(from, "server/features") && isOwnFile(to),
    allows: ({ from, to }) =>
      isIn(to, "contract", "server/platform", partOf(from)) ||
      /^server\/features\/.*\.(?:queries|policy)\.ts$/.test(to),
  },
  {
    text: "server/operations imports contract, server/platform, server/features and itself",
    applies: ({ from, to }) => isIn(from, "server/operations") && isOwnFile(to),
    allows: ({ to }) =>
      isIn(to, "contract", "server/platform", "server/features", "server/operations"),
  },
  {
    text: "web/ui imports itself, contract/linkParts.ts and the packages that a user interface is built from",
    applies: ({ from }) => isIn(from, "web/ui"),
    allows: ({ to }) =>
      isIn(to, "web/ui") || UI_PACKAGES.includes(to) || to === "contract/linkParts.ts",
  },
  {
    text: "web/pages is imported by web/app/pageTable.ts and otherPages.ts only",
    isForAllFiles: true,
    applies: ({ from, to }) => isIn(to, "web/pages") && !isIn(from, "web/pages") && !isTest(from),
    allows: ({ from }) => ["web/app/pageTable.ts", "web/app/otherPages.ts"].includes(from),
  },
  {
    text: "a feature of web imports contract, web/app/api, web/app/navigation, web/features/markdown, web/ui and itself",
    applies: ({ from, to }) => isIn(from, "web/features") && isOwnFile(to),
    allows: ({ from, to }) =>
      isIn(
        to,
        "contract",
        "web/app/api",
        "web/app/navigation",
        "web/features/markdown",
        "web/ui",
        partOf(from),
      ),
  },
];

/** Returns the texts of the rules that an import breaks. */
export function listBrokenRules(edge) {
  return RULES.filter(
    (rule) =>
      (rule.isForAllFiles || isProduct(edge.from)) && rule.applies(edge) && !rule.allows(edge),
  ).map(({ text }) => text);
}
