import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";
import { parseAst } from "vite";

const PACKAGE = "lucide-react";

/** `export { default as Menu, default as LucideMenu } from './icons/menu.mjs'` */
const HANDED_ON = /export \{([^}]+)\} from ['"](\.\/icons\/[^'"]+)['"]/g;

/**
 * Lets each icon be imported from its own file. Through lucide's index every page seems to use all icons that any page uses, and the build
 * reads some 1,700 files.
 */
export function iconFiles(): Plugin {
  let files: Promise<Map<string, string>> | undefined;
  return {
    name: "hearback:icon-files",
    apply: "build",
    transform: {
      // Vite's own plugins have turned it into JavaScript by now.
      filter: { id: /\/web\/.+\.tsx?$/, code: PACKAGE },
      async handler(code, id) {
        files ??= this.resolve(PACKAGE, id).then(async (index) => filesIn(index?.id ?? ""));
        return { code: withFiles(code, await files), map: null };
      },
    },
  };
}

/** The file of each icon's name. */
async function filesIn(index: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const [, names = "", file = ""] of (await readFile(index, "utf8")).matchAll(HANDED_ON)) {
    for (const name of names.matchAll(/default as (\w+)/g))
      files.set(name[1] ?? "", join(dirname(index), file));
  }
  return files;
}

function withFiles(code: string, files: ReadonlyMap<string, string>): string {
  let rest = code;
  for (const statement of parseAst(code).body.toReversed()) {
    if (statement.type !== "ImportDeclaration" || statement.source.value !== PACKAGE) continue;
    const imports = statement.specifiers.map((specifier) => {
      const name =
        specifier.type === "ImportSpecifier" &&
        "name" in specifier.imported &&
        specifier.imported.name;
      const file = files.get(name || "");
      if (file === undefined) throw new Error(`${PACKAGE} has no icon ${specifier.local.name}`);
      return `import ${specifier.local.name} from ${JSON.stringify(file)};`;
    });
    rest = rest.slice(0, statement.start) + imports.join(" ") + rest.slice(statement.end);
  }
  return rest;
}
