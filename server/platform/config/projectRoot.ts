import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/**
 * The project's root folder. It is found by searching the parent folders, because the built server
 * and the sources lie at different depths.
 */
export const ROOT = rootAbove(import.meta.dirname);

/** Returns the file of a thread or process of its own: the source, or its built form. */
export function programFile(source: string): string {
  if (import.meta.url.endsWith(".ts")) return join(ROOT, source);
  return join(ROOT, "dist", "portal", `${basename(source, ".ts")}.js`);
}

function rootAbove(folder: string): string {
  if (existsSync(join(folder, "package.json"))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error("The program does not lie in the project's folder");
  return rootAbove(parent);
}
