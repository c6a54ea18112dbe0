import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { toJsxRuntime } from "hast-util-to-jsx-runtime";
import { fromMarkdown } from "mdast-util-from-markdown";
import { toHast } from "mdast-util-to-hast";
import type { ReactNode } from "react";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";
import { ROOT } from "#server/platform/config/projectRoot.ts";
import { styleSource } from "#server/platform/http/securityHeaders.ts";

/** The pages of `/api/docs` about a task, by the names of their files in `guides/`. */
export const GUIDES = {
  "first-call": "Your first call",
  paging: "Paging",
  "for-a-customer": "Creating feedback for a customer",
  syncing: "Syncing what has changed",
  automation: "Zapier, n8n and Make",
  assistants: "AI assistants",
} as const;

const NAVIGATION = [
  ...Object.entries(GUIDES).map(([name, title]) => [`/api/docs/${name}`, title] as const),
  ["/api/docs", "All calls"],
  ["/", "Portal"],
] as const;

/** The languages of the examples, by the words after the fences of `guides/`. */
const LANGUAGES: Readonly<Record<string, string>> = {
  sh: "curl",
  ts: "TypeScript",
  python: "Python",
};

const STYLE = `
  :root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif;
    --line: light-dark(#e4e4e7, #3f3f46); --sunken: light-dark(#f4f4f5, #27272a); --link: light-dark(#4338ca, #a5b4fc) }
  body { background: light-dark(#fff, #18181b); color: light-dark(#18181b, #f4f4f5); margin: 0 auto; max-width: 46rem; padding: 1.5rem 1rem 4rem }
  main > :first-child { margin-top: 0 } main a { color: var(--link); text-underline-offset: .2em }
  nav ul { display: flex; gap: .125rem; list-style: none; margin: 0 0 1.5rem; overflow-x: auto; padding: 0; white-space: nowrap }
  nav li { margin: 0 } nav a { border-radius: .5rem; color: inherit; display: block; font-size: .875rem; padding: .5rem .75rem; text-decoration: none }
  nav a:hover, [aria-current] { background: var(--sunken) } [aria-current] { font-weight: 600 }
  h1 { font-size: 1.75rem; line-height: 1.25 } h2 { font-size: 1.25rem; margin-top: 2.5rem }
  figure { margin: 1.5rem 0 } figcaption { font-size: .875rem; font-weight: 600; margin-bottom: .25rem }
  pre { background: var(--sunken); border: 1px solid var(--line); border-radius: .5rem; margin: 0; overflow-x: auto; padding: .75rem 1rem }
  code { background: var(--sunken); border-radius: .25rem; font: .875em/1.6 ui-monospace, monospace; padding: .1em .25em }
  pre code { background: none; padding: 0 } li { margin: .25rem 0 }
  @media (width >= 64rem) {
    body { align-items: start; display: grid; gap: 4rem; grid-template-columns: 14rem minmax(0, 46rem); justify-content: center; max-width: none; padding-top: 3rem }
    nav { position: sticky; top: 3rem } nav ul { flex-direction: column; white-space: normal }
  }`;

const POLICY = `default-src 'none'; style-src ${styleSource(STYLE)}; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`;

/** Mounts a page for each task, which shows how to do it in several languages. */
export function mountApiGuides(app: FastifyInstance): void {
  for (const [name, title] of Object.entries(GUIDES)) {
    let page: Promise<string> | undefined;
    app.get(`/api/docs/${name}`, async (_request, reply) => {
      page ??= readGuide(name).then((source) => guidePage(name, title, source));
      return reply
        .type("text/html; charset=utf-8")
        .header("content-security-policy", POLICY)
        .send(await page);
    });
  }
}

/** Returns the Markdown source of a guide. */
export function readGuide(name: string): Promise<string> {
  return readFile(join(ROOT, "server/platform/routing/guides", `${name}.md`), "utf8");
}

/** An example with its language. It can be scrolled by the keyboard. */
function Example({ children }: { children?: ReactNode }) {
  const { className = "" } = (children as { props: { className?: string } }).props;
  const language = LANGUAGES[className.replace("language-", "")];
  return createElement(
    "figure",
    null,
    language && createElement("figcaption", null, language),
    createElement("pre", { tabIndex: 0, "aria-label": language ?? "Example" }, children),
  );
}

function guidePage(name: string, title: string, source: string): string {
  const tree = toHast(fromMarkdown(source));
  const guide = toJsxRuntime(tree, { Fragment, jsx, jsxs, components: { pre: Example } });
  const here = `/api/docs/${name}`;
  const links = NAVIGATION.map(([href, label]) =>
    createElement(
      "li",
      { key: href },
      createElement("a", { href, ...(href === here && { "aria-current": "page" }) }, label),
    ),
  );
  const content = renderToStaticMarkup(
    createElement(
      Fragment,
      null,
      createElement("nav", { "aria-label": "API documentation" }, createElement("ul", null, links)),
      createElement("main", null, guide),
    ),
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title} · HTTP API</title><style>${STYLE}</style></head>
<body>${content}</body></html>`;
}
