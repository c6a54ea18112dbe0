import { defineConfig } from "vite";

/** Packages that stay packages: they bring machine code, look for files beside their own, or are there in development only. */
export const LEFT_OUT = ["@node-rs/argon2", "sharp", "graphile-worker", "vite", "@fastify/middie"];

/**
 * The server in a few files, `vite build --config vite.server.config.ts` into dist/portal: it starts in half the time of two
 * thousand small ones, and holds 25 MB less. What it is made of runs as it stands, too: in development, tests and scripts.
 */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: "server/app/main.ts",
    outDir: "dist/portal",
    target: "node24",
    // For people who read a stack trace.
    minify: false,
    rolldownOptions: {
      // Here and not with ssr.external, which wants to find what it leaves out.
      external: LEFT_OUT,
      // The text of a program stays in memory: a tenth of it describes functions to people who read the sources.
      output: { comments: { jsdoc: false } },
    },
  },
  ssr: { noExternal: true },
});
