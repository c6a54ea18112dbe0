import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The project's folder. Looked for upwards: the built server lies elsewhere than its sources. */
export const ROOT = rootAbove(import.meta.dirname);

function rootAbove(folder: string): string {
  if (existsSync(join(folder, "package.json"))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error("The program does not lie in the project's folder");
  return rootAbove(parent);
}
