import { posix } from "node:path";
import { parseSync } from "vite";

/** The documents that code and other documents cite by heading. */
export const CITED = ["docs/specification.md", "docs/product-decisions.md"];

/** Folders whose files comments and documents can name. */
export const FOLDERS = [
  "bench",
  "contract",
  "deploy",
  "docs",
  "e2e",
  "faults",
  "scripts",
  "server",
  "web",
];

/** Generated files. A text is allowed to name them even if they do not exist. */
const GENERATED = /^bench\/results\//;

const CODE = /\.(?:ts|tsx|mjs)$/;

/** A heading in quotation marks. In a string literal the marks are escaped as `\"`. */
const QUOTED = String.raw`\\?"([^"\\]+)\\?"`;
const DOCUMENT = String.raw`(docs/(?:specification|product-decisions)\.md)`;
const CITATION = new RegExp(
  String.raw`${DOCUMENT},?\s+(${QUOTED}(?:(?:,|\s+and)\s+${QUOTED})*)`,
  "g",
);
const PATH = new RegExp(String.raw`(?<![\w./#@~-])(?:${FOLDERS.join("|")})/[\w@.*<>{},/$+-]*`, "g");
const FILE_IN_BACKTICKS =
  /`((?:\.\.\/)*)((?:[\w@.*<>{},-]+\/)*[\w@.*<>{},-]+\.(?:ts|tsx|mjs|css|sql|md))`/g;
const MARKDOWN_LINK = /\]\((?!https?:|mailto:|#)([^)\s#]+)/g;
const REFUSED = [
  {
    pattern: /\b(?:SPEC|DECISIONS|DESIGN)(?:\.md)?\b/g,
    advice: `cite ${CITED.join(" or ")} by heading`,
  },
  { pattern: /\bissues? #?\d+\b/gi, advice: "say what is meant, not where it was discussed" },
];

/**
 * Returns the ways to cite a heading: complete, without its number, or without the parenthesis at
 * its end.
 */
function namesOf(heading) {
  const name = heading.replace(/^\d+\. /, "");
  return [heading, name, heading.replace(/ \([^)]*\)$/, ""), name.replace(/ \([^)]*\)$/, "")];
}

/** Returns the names by which a text can cite a document's headings. */
export function readHeadings(text) {
  return new Set([...text.matchAll(/^#+ (.+)$/gm)].flatMap(([, heading]) => namesOf(heading)));
}

/** Returns the project's files and folders, and the headings of the cited documents. */
export function describeProject(files, readText) {
  const paths = new Set(files);
  for (const file of files)
    for (let folder = posix.dirname(file); folder !== "."; folder = posix.dirname(folder))
      paths.add(folder);
  return { paths, headings: new Map(CITED.map((path) => [path, readHeadings(readText(path))])) };
}

/** Returns a path with `*`, `**`, `<name>` or `{a,b}` as a regular expression. */
function patternOf(path) {
  const source = path
    .replaceAll(/[.+$]/g, String.raw`\$&`)
    .replaceAll(/\{([^}]*)\}/g, (_, names) => `(?:${names.replaceAll(",", "|")})`)
    .replaceAll(/<[^>]*>/g, "[^/]+")
    .replaceAll(/\*\*\/?|\*/g, (stars) => (stars === "*" ? "[^/]*" : ".*"));
  return new RegExp(`(?:^|/)${source}$`);
}

const isPattern = (path) => /[*<{]/.test(path);

function exists(path, { paths }) {
  if (paths.has(path) || GENERATED.test(path)) return true;
  if (!isPattern(path)) return false;
  const pattern = new RegExp(patternOf(path).source.replace("(?:^|/)", "^"));
  return [...paths].some((known) => pattern.test(known));
}

/**
 * Whether a path of the project ends with this path. A text is allowed to omit the first folders.
 */
function endsSomePath(path, { paths }) {
  const pattern = patternOf(path);
  return [...paths].some((known) => pattern.test(known));
}

/**
 * Returns the prose of a file at the same offsets: only the comments of a code file, and the whole
 * text of any other file.
 */
function proseOf(path, text) {
  if (!CODE.test(path)) return text;
  const { comments } = parseSync(path, text);
  let prose = "";
  for (const { start, end } of comments) prose = prose.padEnd(start) + text.slice(start, end);
  return prose;
}

/** Returns the text as one line, at the same offsets, without the marks of comments. */
const inOneLine = (text) =>
  text.replaceAll(/\r?\n[ \t]*(?:\/\/|\*(?!\/)|#|--)?[ \t]*/g, (gap) => " ".repeat(gap.length));

function* listCitations(text, { headings }) {
  for (const { 0: whole, 1: document, 2: cited, index } of inOneLine(text).matchAll(CITATION))
    for (const [, heading] of cited.matchAll(new RegExp(QUOTED, "g"))) {
      const name = heading.replaceAll(/\s+/g, " ");
      if (!headings.get(document)?.has(name))
        yield [index + whole.indexOf(heading), `${document} has no heading "${name}"`];
    }
}

function* listPaths(prose, project) {
  for (const { 0: found, index } of prose.matchAll(PATH)) {
    const path = found.replace(/[.,/]+$/, "");
    if (!exists(path, project)) yield [index, `${path} does not exist`];
  }
  for (const { 2: path, index } of prose.matchAll(FILE_IN_BACKTICKS))
    if (!FOLDERS.some((folder) => path.startsWith(`${folder}/`)) && !endsSomePath(path, project))
      yield [index, `no file is called ${path}`];
}

function* listLinks(path, text, { paths }) {
  if (!path.endsWith(".md")) return;
  for (const { 1: link, index } of text.matchAll(MARKDOWN_LINK)) {
    const target = posix.normalize(posix.join(posix.dirname(path), link)).replace(/\/$/, "");
    if (!paths.has(target)) yield [index, `the link leads to ${target}, which does not exist`];
  }
}

function* listRefused(text) {
  for (const { pattern, advice } of REFUSED)
    for (const { 0: word, index } of text.matchAll(pattern)) yield [index, `"${word}": ${advice}`];
}

/**
 * Returns one line for each problem of a file's citations, links and mentions of paths.
 * @param project the result of {@link describeProject}
 */
export function findCitationProblems(path, text, project) {
  const prose = proseOf(path, text);
  return [
    ...listCitations(text, project),
    ...listPaths(prose, project),
    ...listLinks(path, text, project),
    ...listRefused(text),
  ]
    .toSorted(([a], [b]) => a - b)
    .map(([offset, problem]) => {
      const line = text.slice(0, offset).split("\n").length;
      return `${path}:${line}: ${problem}.`;
    });
}

/** The index of the decision records, which must list each record once and in order. */
export const DECISION_INDEX = "docs/decisions/README.md";

/** Returns a problem unless the index lists each decision record in `files` once and in order. */
export function findIndexProblems(files, index) {
  const records = files
    .filter((path) => /^docs\/decisions\/\d{4}-.*\.md$/.test(path))
    .map((path) => path.slice("docs/decisions/".length));
  const listed = [...index.matchAll(/^\| \d+ \| \[.*?\]\((\d{4}-[^)]+)\)/gm)].map(
    ([, file]) => file,
  );
  return listed.join() === records.toSorted().join()
    ? []
    : [`${DECISION_INDEX}: does not list each decision once and in order`];
}
