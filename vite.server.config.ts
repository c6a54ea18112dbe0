import { defineConfig } from "vite";

/**
 * Packages that are not bundled, because they contain native code, read files of their own folder
 * or are used in development only.
 */
export const EXTERNAL_PACKAGES = [
  "@fontsource/inter",
  "@node-rs/argon2",
  "sharp",
  "graphile-worker",
  "piscina",
  "vite",
  "@fastify/middie",
];

/**
 * Bundles the server into dist/portal. Compared to about two thousand source files, the bundle
 * starts in half the time and uses 25 MB less memory. Development, tests and scripts run the
 * sources.
 */
export default defineConfig({
  publicDir: false,
  // Mails are rendered with the production build of React.
  define: { "process.env.NODE_ENV": '"production"' },
  build: {
    ssr: true,
    outDir: "dist/portal",
    target: "node24",
    // Minified code would make stack traces unreadable.
    minify: false,
    rolldownOptions: {
      input: {
        main: "server/app/main.ts",
        importThread: "server/app/importThread.ts",
        detectEncoding: "server/features/imports/sources/detectEncoding.ts",
        parseBounceReport: "server/features/mailDelivery/parseBounceReport.ts",
        drawPicture: "server/platform/uploads/drawPicture.ts",
        drawSharePicture: "server/features/sharePictures/drawSharePicture.ts",
      },
      // Unlike ssr.external, this option does not require the packages to be installed.
      external: EXTERNAL_PACKAGES,
      // Doc comments are removed: they are a tenth of the source text, which stays in memory.
      output: { comments: { jsdoc: false } },
    },
  },
  ssr: { noExternal: true },
});
