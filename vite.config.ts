import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { PUBLIC_PAGES } from "./scripts/publicPages.mjs";
import { leanContract } from "./web/build/leanContract.ts";
import { sharedChunkName } from "./web/build/sharedChunkName.ts";

const PUBLIC_PAGE = new RegExp(`/web/pages/(?:${PUBLIC_PAGES.join("|")})Page\\.tsx$`);

/**
 * Two builds of the same pages: `vite build` for the browser into dist/client, and `vite build
 * --ssr web/app/entry-server.tsx --outDir dist/server` for the server's render. In development the
 * server mounts Vite as middleware.
 */
export default defineConfig(({ isSsrBuild, command }) => ({
  appType: "custom",
  publicDir: "web/public",
  plugins: [react(), tailwindcss(), leanContract()],
  // React chooses at runtime. Without this the file would also hold 500 kB of React for
  // development.
  ...(isSsrBuild && command === "build" && { define: { "process.env.NODE_ENV": '"production"' } }),
  build: {
    target: "es2022",
    outDir: isSsrBuild ? "dist/server" : "dist/client",
    copyPublicDir: !isSsrBuild,
    manifest: !isSsrBuild,
    // Fonts stay files: the browser caches them, while the stylesheet is inlined into every page.
    assetsInlineLimit: 0,
    // One stylesheet, inlined into every page: no chunk may fetch it again.
    cssCodeSplit: false,
    // The largest chunk is React with navigation and queries; each page has a small chunk.
    chunkSizeWarningLimit: 600,
    ...(isSsrBuild && { rolldownOptions: { output: { comments: { jsdoc: false } } } }),
    ...(!isSsrBuild && {
      rolldownOptions: {
        input: "web/app/main.tsx",
        output: {
          // The first script names eighty others. Hashes do not compress, and 42 bits are enough to
          // tell the versions of one file apart.
          chunkFileNames: "assets/[name]-[hash:7].js",
          codeSplitting: {
            groups: [
              {
                // Modules of every page, in one file. Without the entry, which awaits pages that
                // import this file.
                name: "app",
                tags: ["$initial"],
                test: /^(?!.*(?:\/web\/app\/main\.tsx$|\/zod\/|\?schemas|contract\/fields))/,
                includeDependenciesRecursively: false,
                priority: 1,
              },
              {
                // The query library, which all public pages use. Fewer files need fewer requests.
                name: "queries",
                test: /@tanstack/,
                priority: 2,
              },
              {
                // Small modules that pages share: two files instead of forty.
                name: sharedChunkName(PUBLIC_PAGE, { visitors: "pieces", others: "formPieces" }),
                debugName: "pieces",
                test: /(?:@tanstack|\/web\/(?:ui\/(?!\w+Icons)|app\/(?:api|layout)\/|features\/(?:boards|feedback)\/)|\/contract\/[a-zA-Z]+\.ts$)/,
                minShareCount: 3,
                maxModuleSize: 4000,
                includeDependenciesRecursively: false,
              },
              {
                // Menus, dialogs and toasts with their libraries. They are loaded when the browser
                // is idle.
                name: "widgets",
                test: /node_modules\/(?:@?radix-ui|@floating-ui|aria-hidden|react-remove-scroll|react-style-singleton|use-|get-nonce|tslib)|\/web\/ui\/(?:DropdownMenu|useFocusReturn)\./,
                includeDependenciesRecursively: false,
              },
            ],
          },
        },
      },
    }),
  },
  ssr: {
    // Bundles packages: the server starts faster, and does not read unused icons.
    ...(command === "build" && { noExternal: true }),
  },
}));
