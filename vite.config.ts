import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { Plugin, Rolldown } from "vite";
import { defineConfig } from "vite";
import { writeVisitorsStyles } from "./scripts/visitorsStyles.mjs";

/** The visitors' pages with a feedback list, and their other pages. */
const LISTS = /\/web\/pages\/(?:Board|Feedback)Page\.tsx$/;
const OTHERS = /\/web\/pages\/(?:Changelog|FeedbackDetail|Landing|Roadmap)Page\.tsx$/;

/**
 * Returns the name of the file for a module that visitors' pages import; null for other modules.
 * Without these files, a list would load 36 files instead of 4, and 6 kB (gzipped) more.
 */
function visitorsFile(id: string, graph: Rolldown.ChunkingContext): string | null {
  const above = new Set([id]);
  // The loop also visits the importers that it adds to the set, up to the pages.
  for (const module of above)
    graph.getModuleInfo(module)?.importers.forEach((importer) => above.add(importer));
  const isIn = (pages: RegExp) => [...above].some((module) => pages.test(module));
  if (isIn(LISTS)) return isIn(OTHERS) ? "pieces" : "listPieces";
  return isIn(OTHERS) ? "pagePieces" : null;
}

/**
 * Replaces Vite's wrapper of dynamic imports, 0.6 kB (gzipped) of the entry, which would preload
 * scripts and stylesheets. The pages need neither (`modulePreload`, `cssCodeSplit`).
 */
const plainImports: Plugin = {
  name: "hearback:plain-imports",
  enforce: "pre",
  load: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => "export const __vitePreload = (load) => load();",
  },
};

/**
 * Writes the visitors' stylesheet after the client's build (decision 76). It is a plugin, because
 * the scripts that start a build run before the packages are installed.
 */
const visitorsStyles: Plugin = {
  name: "hearback:visitors-styles",
  apply: (_config, { isSsrBuild }) => !isSsrBuild,
  writeBundle: ({ dir = "dist/client" }) => writeVisitorsStyles(dir),
};

/**
 * Two builds of the same pages: `vite build` for the browser into dist/client, and `vite build
 * --ssr web/app/entry-server.tsx --outDir dist/server` for rendering on the server. In development
 * the server mounts Vite as middleware.
 */
export default defineConfig(({ isSsrBuild, command }) => ({
  appType: "custom",
  publicDir: "web/public",
  plugins: [react(), tailwindcss(), plainImports, visitorsStyles],
  // React chooses its build at runtime. Without this constant, the bundle would also contain
  // React's development build of 500 kB.
  ...(isSsrBuild && command === "build" && { define: { "process.env.NODE_ENV": '"production"' } }),
  build: {
    target: "es2022",
    outDir: isSsrBuild ? "dist/server" : "dist/client",
    copyPublicDir: !isSsrBuild,
    manifest: !isSsrBuild,
    // Fonts are separate files, because the browser caches files but not the stylesheet, which is
    // inlined into every page.
    assetsInlineLimit: 0,
    // The server's document preloads what the first page needs. Without this option, the first
    // script would also list the files of all other pages, 1.4 kB gzipped.
    modulePreload: false,
    // All styles are in one stylesheet, which is inlined into every page. No chunk may fetch styles
    // again.
    cssCodeSplit: false,
    // A chunk larger than this many kB causes a warning. The largest chunk contains React with
    // navigation and queries. The chunks of pages are small.
    chunkSizeWarningLimit: 600,
    ...(isSsrBuild && { rolldownOptions: { output: { comments: { jsdoc: false } } } }),
    ...(!isSsrBuild && {
      rolldownOptions: {
        input: "web/app/main.tsx",
        treeshake: {
          // Without this option, an object that reads a property of another object counts as used,
          // and pages would load the contract's examples.
          propertyReadSideEffects: false,
          // Schemas and endpoints that nobody uses are left out. Otherwise a page that imports one
          // constant of a contract's file would load all its schemas and zod.
          manualPureFunctions: ["z", "endpoint"],
        },
        output: {
          // Each page's first scripts contain the names of other files, and hashes do not compress.
          // 42 bits are enough to tell the versions of one file apart.
          chunkFileNames: "assets/[name]-[hash:7].js",
          codeSplitting: {
            groups: [
              {
                // Modules that every page needs are in one file. The entry is excluded, because the
                // browser would then compile and evaluate everything in one task.
                name: "app",
                tags: ["$initial"],
                test: /^(?!.*(?:\/web\/app\/main\.tsx$|\/zod\/|contract\/fields))/,
                includeDependenciesRecursively: false,
                priority: 1,
              },
              {
                // Modules that several pages share, without the empty state, which items do not have,
                // and the schemas of the contract's fields,
                // which only forms need.
                name: visitorsFile,
                debugName: "pieces",
                test: /(?:@tanstack|\/web\/(?:ui\/(?!\w+Icons|EmptyState)|app\/(?:api|layout)\/|features\/(?:boards|feedback|markdown|comments\/(?:named|use)Comments?))|\/contract\/(?!fields\.)[a-zA-Z]+\.ts$)/,
                minShareCount: 3,
                includeDependenciesRecursively: false,
              },
              {
                // Menus, dialogs and toasts are in one file with their libraries. This file is
                // loaded when the browser is idle. Popovers are left out, because only signed-in
                // users load them.
                name: "widgets",
                test: /node_modules\/(?:@?radix-ui(?!\/react-popover)|@floating-ui|aria-hidden|react-remove-scroll|react-style-singleton|use-|get-nonce|tslib)|\/web\/ui\/(?:DropdownMenu|useFocusReturn)\./,
                includeDependenciesRecursively: false,
              },
            ],
          },
        },
      },
    }),
  },
  ssr: {
    // Packages are bundled, so that the server starts faster and does not read unused icons.
    ...(command === "build" && { noExternal: true }),
  },
}));
