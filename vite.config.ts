import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { PUBLIC_PAGES } from "./scripts/publicPages.mjs";
import { leanContract } from "./web/build/leanContract.ts";
import { sharedChunkName } from "./web/build/sharedChunkName.ts";

const LIST_PAGES = ["Board", "Feedback"];

const pagePattern = (pages: readonly string[]) =>
  new RegExp(`/web/pages/(?:${pages.join("|")})Page\\.tsx$`);

const pieces = sharedChunkName(
  {
    lists: pagePattern(LIST_PAGES),
    others: pagePattern(PUBLIC_PAGES.filter((page) => !LIST_PAGES.includes(page))),
  },
  { all: "pieces", lists: "listPieces", others: "pagePieces", notPublic: "formPieces" },
);

/**
 * Two builds of the same pages: `vite build` for the browser into dist/client, and `vite build
 * --ssr web/app/entry-server.tsx --outDir dist/server` for rendering on the server. In development
 * the server mounts Vite as middleware.
 */
export default defineConfig(({ isSsrBuild, command }) => ({
  appType: "custom",
  publicDir: "web/public",
  plugins: [react(), tailwindcss(), leanContract()],
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
        output: {
          // Each page's first scripts contain the names of other files, and hashes do not compress.
          // 42 bits are enough to tell the versions of one file apart.
          chunkFileNames: "assets/[name]-[hash:7].js",
          codeSplitting: {
            groups: [
              {
                // Modules that every page needs are in one file. The entry is excluded, because it
                // awaits pages that import this file.
                name: "app",
                tags: ["$initial"],
                test: /^(?!.*(?:\/web\/app\/main\.tsx$|\/zod\/|\?schemas|contract\/fields))/,
                includeDependenciesRecursively: false,
                priority: 1,
              },
              {
                // The query library is in one file, because all public pages use it and each file
                // needs a request. `useQueries` is excluded, because only the submit dialog uses
                // this part of the library.
                name: "queries",
                test: /@tanstack(?!.*(?:queriesObserver|useQueries))/,
                priority: 2,
              },
              {
                // Small modules that several pages share are in four files instead of forty.
                name: pieces,
                debugName: "pieces",
                test: /(?:@tanstack|\/web\/(?:ui\/(?!\w+Icons)|app\/(?:api|layout)\/|features\/(?:boards|feedback)\/)|\/contract\/[a-zA-Z]+\.ts$)/,
                minShareCount: 3,
                maxModuleSize: 4000,
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
