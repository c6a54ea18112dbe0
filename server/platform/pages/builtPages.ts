import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fastifyStatic from "@fastify/static";
import type { PageEntry } from "./pageEntry.ts";
import type { PageRenderer } from "./pages.ts";

/** Renders pages with the files that `vite build` has written to `dist`. */
export async function builtPages(dist: string): Promise<PageRenderer> {
  const client = join(dist, "client");
  const entryFile = pathToFileURL(join(dist, "server", "entry-server.js")).href;
  const { renderPage, assetsFromManifest } = (await import(entryFile)) as PageEntry;
  const manifest = JSON.parse(
    await readFile(join(client, ".vite", "manifest.json"), "utf8"),
  ) as object;
  const { cssFile, ...files } = assetsFromManifest(manifest);
  const assets = { ...files, css: await readFile(join(client, cssFile), "utf8") };
  return {
    isDevelopment: false,
    mountAssets: async (app) => {
      await app.register(fastifyStatic, {
        root: client,
        wildcard: false,
        index: false,
        cacheControl: false,
        preCompressed: true,
        setHeaders: (reply, path) => {
          const isNamedByContent = path.startsWith(join(client, "assets"));
          reply.header(
            "cache-control",
            isNamedByContent ? "public, max-age=31536000, immutable" : "public, max-age=3600",
          );
        },
      });
    },
    render: (request) => renderPage({ ...request, assets }),
  };
}
