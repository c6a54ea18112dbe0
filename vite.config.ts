import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { PUBLIC_PAGES } from "./scripts/publicPages.mjs";
import { asciiOnly } from "./web/build/asciiOnly.ts";
import { iconFiles } from "./web/build/iconFiles.ts";
import { leanContract } from "./web/build/leanContract.ts";
import { piecesOf } from "./web/build/piecesOf.ts";
import { plainIcons } from "./web/build/plainIcons.ts";

const PUBLIC_PAGE = new RegExp(`/web/pages/(?:${PUBLIC_PAGES.join("|")})Page\\.tsx$`);

/**
 * Two builds of the same pages: `vite build` for the browser into dist/client, `vite build --ssr web/app/entry-server.tsx
 * --outDir dist/server` for the server's render. In development the server mounts Vite as middleware.
 */
export default defineConfig(({ isSsrBuild, command }) => ({
  appType: "custom",
  publicDir: "web/public",
  plugins: [react(), tailwindcss(), leanContract(), iconFiles(), plainIcons(), asciiOnly()],
  // React asks when it runs, and both answers would be in the file: five hundred kB of it for development.
  ...(isSsrBuild && command === "build" && { define: { "process.env.NODE_ENV": '"production"' } }),
  build: {
    target: "es2022",
    outDir: isSsrBuild ? "dist/server" : "dist/client",
    copyPublicDir: !isSsrBuild,
    manifest: !isSsrBuild,
    // Fonts stay files: they are fetched once, while the stylesheet is part of every page.
    assetsInlineLimit: 0,
    // One stylesheet, which is part of every page: no chunk may fetch it again.
    cssCodeSplit: false,
    // The pages are small and each has its chunk; the largest file is React with navigation and queries.
    chunkSizeWarningLimit: 600,
    ...(isSsrBuild && { rolldownOptions: { output: { comments: { jsdoc: false } } } }),
    ...(!isSsrBuild && {
      rolldownOptions: {
        input: "web/app/main.tsx",
        output: {
          codeSplitting: {
            groups: [
              {
                // What every page has, in one file. Not the entry itself: the pages import from here, and it waits for them.
                name: "app",
                tags: ["$initial"],
                test: /^(?!.*(?:\/web\/app\/main\.tsx$|\/zod\/|\?schemas|contract\/fields))/,
                includeDependenciesRecursively: false,
                priority: 1,
              },
              {
                // What all pages of visitors ask for besides: small, and each file costs the first view a request.
                name: "queries",
                test: /@tanstack/,
                priority: 2,
              },
              {
                // Icons and other small pieces that pages share: two files instead of forty.
                name: piecesOf(PUBLIC_PAGE, { visitors: "pieces", others: "formPieces" }),
                debugName: "pieces",
                test: /(?:lucide-react|@tanstack|\/web\/(?:ui|app\/(?:api|layout)|features\/(?:boards|feedback))\/|\/contract\/[a-zA-Z]+\.ts$)/,
                minShareCount: 3,
                maxModuleSize: 4000,
                includeDependenciesRecursively: false,
              },
              {
                // What menus, dialogs and toasts are made of, ours and theirs: it comes when the page is at rest, all of it soon needed.
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
    // One file each instead of thousands: the server starts faster and reads no icon that no page shows.
    ...(command === "build" && { noExternal: true }),
  },
}));
