import { join } from "node:path";
import type { PageAssets, PageEntry } from "./pageEntry.ts";
import type { PageRenderer } from "./pages.ts";

const ENTRY = "/web/app/main.tsx";

/**
 * Renders pages from the sources with hot reload. Use it for `npm run dev` only, because it needs
 * the development packages.
 */
export async function devPages(root: string): Promise<PageRenderer> {
  const { createServer } = await import("vite");
  const { default: middie } = await import("@fastify/middie");
  const vite = await createServer({ root, server: { middlewareMode: true }, appType: "custom" });
  return {
    isDevelopment: true,
    mountAssets: async (app) => {
      await app.register(middie, { hook: "onRequest" });
      app.use(vite.middlewares);
      app.addHook("onClose", () => vite.close());
    },
    render: async (request) => {
      const { renderPage } = (await vite.ssrLoadModule(
        "/web/app/entry-server.tsx",
      )) as unknown as PageEntry;
      // Adds Vite's client and React's refresh preamble to the page.
      const template = await vite.transformIndexHtml(
        new URL(request.url).pathname,
        "<head></head>",
      );
      const headHtml = /<head>(?<inner>[\s\S]*)<\/head>/.exec(template)?.groups?.["inner"] ?? "";
      const sheet = (await vite.ssrLoadModule(`${join("/web/app/styles", "app.css")}?inline`)) as {
        default: string;
      };
      const all = { css: sheet.default, all: null };
      const assets: PageAssets = {
        styles: { visitors: all, all },
        otherPages: [],
        entry: ENTRY,
        preloads: [],
        pages: {},
        headHtml,
      };
      return renderPage({ ...request, assets });
    },
  };
}
