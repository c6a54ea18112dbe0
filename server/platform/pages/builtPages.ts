import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fastifyStatic from "@fastify/static";
import type { PageEntry } from "./pageEntry.ts";
import type { PageRenderer } from "./pages.ts";
import { shareAssets } from "./sharedAssets.ts";

const FOREVER = "public, max-age=31536000, immutable";

/**
 * Renders pages with the files that `vite build` has written to `dist`.
 * @param sharedFolder folder for the files of this and other builds (`shareAssets`)
 */
export async function builtPages(dist: string, sharedFolder?: string): Promise<PageRenderer> {
  const client = join(dist, "client");
  const entryFile = pathToFileURL(join(dist, "server", "entry-server.js")).href;
  const { renderPage, assetsFromManifest } = (await import(entryFile)) as PageEntry;
  const read = (file: string) => readFile(join(client, file), "utf8");
  const manifest = JSON.parse(await read(".vite/manifest.json")) as object;
  const { cssFile, ...files } = assetsFromManifest(manifest);
  const styles = {
    visitors: { css: await read(".vite/visitors.css"), all: `/${cssFile}` },
    all: { css: await read(cssFile), all: null },
  };
  const assets = { ...files, styles };
  if (sharedFolder !== undefined) await shareAssets(join(client, "assets"), sharedFolder);
  const options = { index: false as const, cacheControl: false, preCompressed: true };
  return {
    isDevelopment: false,
    mountAssets: async (app) => {
      await app.register(fastifyStatic, {
        ...options,
        root: client,
        wildcard: false,
        // Compressed files need no routes, because the route of each file also serves the file's
        // compressed form.
        globIgnore: ["**/*.br"],
        setHeaders: (reply, path) => {
          const isNamedByContent = path.startsWith(join(client, "assets"));
          reply.header("cache-control", isNamedByContent ? FOREVER : "public, max-age=3600");
        },
      });
      // This route serves only files of other builds. The routes above serve this build's files and
      // take precedence, because they are more specific.
      if (sharedFolder !== undefined)
        await app.register(fastifyStatic, {
          ...options,
          root: sharedFolder,
          prefix: "/assets/",
          decorateReply: false,
          setHeaders: (reply) => {
            reply.header("cache-control", FOREVER);
          },
        });
    },
    render: (request) => renderPage({ ...request, assets }),
  };
}
