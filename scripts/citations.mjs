import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import {
  DECISION_INDEX,
  FOLDERS,
  describeProject,
  findCitationProblems,
  findIndexProblems,
} from "./citationRules.mjs";
import { root } from "./runtime.mjs";

/**
 * Files to check. Migrations are not checked, because a migration that has run is never changed,
 * not even in its comments.
 */
const READ = /\.(?:ts|tsx|mjs|md|css|ya?ml)$|(?:^|\/)(?:Dockerfile|Caddyfile|\.env\.example|run)$/;

/**
 * Files that are not checked. Benchmark results are generated, and the rules and their test contain
 * citations that the rules refuse.
 */
const LEFT_OUT = /^(?:bench\/results\/|scripts\/citationRules\.)/;

function listFiles(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll("\\", "/"),
    )
    .filter((path) => !path.includes("/node_modules/"));
}

const topFiles = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ name }) => name);
const files = [...topFiles, ...[...FOLDERS, ".ci"].flatMap(listFiles)].toSorted();
const readText = (path) => readFileSync(join(root, path), "utf8");
const project = describeProject(files, readText);
const read = files.filter((path) => READ.test(path) && !LEFT_OUT.test(path));
const problems = [
  ...read.flatMap((path) => findCitationProblems(path, readText(path), project)),
  ...findIndexProblems(files, readText(DECISION_INDEX)),
];
for (const problem of problems) console.log(problem);
console.log(`${read.length} files, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
