import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * The project's root folder. It is found by searching the parent folders, because the built server
 * and the sources lie at different depths.
 */
export const ROOT = rootAbove(import.meta.dirname);

function rootAbove(folder: string): string {
  if (existsSync(join(folder, "package.json"))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error("The program does not lie in the project's folder");
  return rootAbove(parent);
}
