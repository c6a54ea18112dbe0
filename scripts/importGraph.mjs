import { readFileSync, readdirSync } from "node:fs";
import { join, posix } from "node:path";
import { parseSync } from "vite";
import { root } from "./runtime.mjs";

const SOURCE = /\.(?:ts|tsx|mjs)$/;

function* listSources(folder) {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.name === "node_modules") continue;
    if (entry.isDirectory()) yield* listSources(path);
    else if (SOURCE.test(path)) yield path;
  }
}

/** Returns the project path of an imported file, or the name of an imported package. */
function resolveTarget(file, request) {
  if (request.startsWith("#")) return request.slice(1);
  if (request.startsWith(".")) return posix.join(posix.dirname(file), request);
  if (request.startsWith("node:")) return request;
  return request
    .split("/")
    .slice(0, request.startsWith("@") ? 2 : 1)
    .join("/");
}

/**
 * Returns the static imports and re-exports of a file, and the dynamic imports whose name is
 * constant.
 */
function listRequests(file) {
  const source = readFileSync(join(root, file), "utf8");
  const { module, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const isTypeOnly = ({ entries }) => entries.length > 0 && entries.every((entry) => entry.isType);
  const requests = module.staticImports.map((item) => ({
    name: item.moduleRequest.value,
    isType: isTypeOnly(item),
  }));
  for (const item of module.staticExports) {
    const from = item.entries.find((entry) => entry.moduleRequest)?.moduleRequest;
    if (from) requests.push({ name: from.value, isType: isTypeOnly(item) });
  }
  for (const item of module.dynamicImports) {
    const literal = /^(["'`])([^"'`$]+)\1$/.exec(
      source.slice(item.moduleRequest.start, item.moduleRequest.end),
    );
    if (literal) requests.push({ name: literal[2], isType: false });
  }
  return requests;
}

/** Returns all imports of the source files in these folders. */
export function listImports(folders) {
  return folders
    .flatMap((folder) => [...listSources(folder)])
    .flatMap((from) =>
      listRequests(from).map(({ name, isType }) => ({
        from,
        to: resolveTarget(from, name),
        isType,
      })),
    );
}
