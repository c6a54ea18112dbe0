import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const PLAIN_ICON = fileURLToPath(new URL("../ui/plainIcon.tsx", import.meta.url));

/**
 * Makes lucide's icons with `web/ui/plainIcon.tsx` instead of its own factory, whose components merge classes, ask a context and name
 * the icon each time they are drawn: a tenth of what a page without a list costs the server. Of an icon's data only its shapes stay, without
 * their keys, which no compression makes small.
 */
export function plainIcons(): Plugin {
  return {
    name: "hearback:plain-icons",
    apply: "build",
    enforce: "pre",
    resolveId: {
      filter: { id: /^\.\.\/createLucideIcon\.mjs$/ },
      handler: (_, importer) => (importer?.includes("/lucide-react/") ? PLAIN_ICON : undefined),
    },
    transform: {
      filter: { id: /\/lucide-react\/.+\/icons\/[^/]+\.mjs$/ },
      handler: (code) => ({ code: onlyShapes(code), map: null }),
    },
  };
}

/** An icon's module without what its data say beside `node`. */
function onlyShapes(code: string): string {
  return code
    .replaceAll(/^ {2}(?:name|size|aliases): (?:\[[^\]]*\]|[^,\n]*),?\n/gm, "")
    .replaceAll(/, key: "\w+"/g, "")
    .replace(/^__iconData\.node;$/m, "");
}
