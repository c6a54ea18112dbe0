import { expect, test } from "vitest";
import { describeProject, findCitationProblems, findIndexProblems } from "./citationRules.mjs";

const SPECIFICATION = `# The product
## 5. Validation rules
### /admin/users (super admin only; others sent to /)
### Board page (/board/{slug})
`;
const DECISIONS = "# Where the specification is silent\n## Who may call what\n";

const project = describeProject(
  [
    "README.md",
    "docs/ARCHITECTURE.md",
    "docs/decisions/0001-foundation.md",
    "docs/product-decisions.md",
    "docs/specification.md",
    "server/features/boards/boards.routes.ts",
    "server/platform/http/semaphore.ts",
    "web/ui/Badge.tsx",
  ],
  (path: string) => (path === "docs/specification.md" ? SPECIFICATION : DECISIONS),
);

const problemsIn = (path: string, text: string): string[] =>
  findCitationProblems(path, text, project);

test.each([
  `// docs/specification.md "5. Validation rules"`,
  `// docs/specification.md "Validation rules"`,
  `// docs/specification.md "/admin/users"`,
  `// docs/specification.md "Validation rules", "Board page (/board/{slug})" and "Board page"`,
  `/**\n * Shown on its own (docs/product-decisions.md "Who may call\n * what").\n */`,
  `test("a guest is refused (docs/product-decisions.md \\"Who may call what\\")", run);`,
  `const text = readFile("docs/specification.md", "utf8");`,
])("a citation of an existing heading is accepted: %s", (text) => {
  expect(problemsIn("server/a.ts", text)).toEqual([]);
});

test("a citation of a heading that does not exist is reported with file and line", () => {
  const text = `const a = 1;\n/** docs/specification.md "Validation" */\nconst b = 2;`;
  expect(problemsIn("server/a.ts", text)).toEqual([
    'server/a.ts:2: docs/specification.md has no heading "Validation".',
  ]);
});

test("each heading of a citation is looked up in the document that the citation names", () => {
  const text = `docs/specification.md "Validation rules" and "Who may call what"`;
  expect(problemsIn("README.md", text)).toEqual([
    'README.md:1: docs/specification.md has no heading "Who may call what".',
  ]);
});

test.each([
  "server/platform/http/semaphore.ts",
  "server/features/boards/",
  "server/features/<feature>/*.routes.ts",
  "web/ui/{Badge,Card}.tsx",
  "`semaphore.ts`",
  "`http/semaphore.ts`",
  "`*.routes.ts`",
  "`bench/results/FILE.json`",
])("a path or file that exists is accepted in a comment: %s", (name) => {
  expect(problemsIn("docs/ARCHITECTURE.md", `See ${name}, and no other.`)).toEqual([]);
});

test.each([
  ["server/http/semaphore.ts", "server/http/semaphore.ts does not exist"],
  ["server/features/<feature>/*.verb.ts", "server/features/<feature>/*.verb.ts does not exist"],
  ["`inTurns.ts`", "no file is called inTurns.ts"],
])("a path or file that does not exist is reported: %s", (name, problem) => {
  expect(problemsIn("docs/ARCHITECTURE.md", `\nSee ${name}.`)).toEqual([
    `docs/ARCHITECTURE.md:2: ${problem}.`,
  ]);
});

test("in code files only comments are checked for paths", () => {
  expect(problemsIn("server/a.ts", `const path = "server/gone.ts"; // not server/lost.ts`)).toEqual(
    ["server/a.ts:1: server/lost.ts does not exist."],
  );
});

test("web addresses and package imports are not checked as paths", () => {
  const text = "https://example.com/server/gone.ts and #contract/gone.ts";
  expect(problemsIn("README.md", text)).toEqual([]);
});

test("a relative link must lead to an existing file or folder", () => {
  const text =
    "[a](../README.md#configure-it) [b](decisions/) [c](https://example.com) [d](LOST.md)";
  expect(problemsIn("docs/ARCHITECTURE.md", text)).toEqual([
    "docs/ARCHITECTURE.md:1: the link leads to docs/LOST.md, which does not exist.",
  ]);
});

test.each(["SPEC section 5", "DECISIONS.md", "DESIGN", "issue 6", "Issue #12"])(
  "a citation of a document outside the repository is refused: %s",
  (citation) => {
    expect(problemsIn("server/a.ts", `/** As in ${citation}. */`)).toHaveLength(1);
  },
);

test("an index that lists a decision twice, out of order or not at all is reported", () => {
  const files = ["docs/decisions/0001-first.md", "docs/decisions/0002-second.md"];
  const first = "| 1 | [First](0001-first.md) |";
  const second = "| 2 | [Second](0002-second.md) (replaced by 3) |";
  const problemsOf = (...rows: string[]) => findIndexProblems(files, rows.join("\n"));
  expect(problemsOf(first, second)).toEqual([]);
  for (const rows of [[first], [second, first], [first, second, second]])
    expect(problemsOf(...rows)).toHaveLength(1);
});
