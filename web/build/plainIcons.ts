import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const PLAIN_ICON = fileURLToPath(new URL("../ui/plainIcon.tsx", import.meta.url));

/**
 * Makes lucide's icons with `web/ui/plainIcon.tsx` instead of its own factory, whose components merge classes, ask a context and name
 * the icon each time they are drawn: a tenth of what a page without a list costs the server.
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
  };
}
