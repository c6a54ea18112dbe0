import "#web/app/styles/app.css";
import type { QueryClient } from "@tanstack/react-query";
import type { Root } from "react-dom/client";
import { createRoot } from "react-dom/client";
import { setCallingUser } from "#web/app/api/signedInAs.ts";
import { bootJson, hydrateFromBoot } from "#web/app/api/boot.ts";
import { callOverHttp } from "#web/app/api/callOverHttp.ts";
import { setLive } from "#web/app/api/liveState.ts";
import { createQueryClient } from "#web/app/api/queryClient.ts";
import { portalQuery } from "#web/app/api/session.ts";
import { App } from "#web/app/App.tsx";
import { handleLinkClicks } from "#web/app/handleLinkClicks.ts";
import { watchSession } from "#web/app/watchSession.ts";
import { startLiveUpdates } from "#web/app/live/startLiveUpdates.ts";
import type { LoadedPage } from "#web/app/loadPage.ts";
import { loadPage } from "#web/app/loadPage.ts";
import { Navigator } from "#web/app/navigation/Navigator.ts";
import { ScrollMemory } from "#web/app/navigation/ScrollMemory.ts";
import { createPageTable, homeOf } from "#web/app/pageTable.ts";
import { brandStyle } from "#web/features/theme/brandStyle.ts";
import type { Theme } from "#web/features/theme/ThemeContext.tsx";
import { parseTheme } from "#web/features/theme/ThemeContext.tsx";
import { currentToast, dismissToast } from "../ui/toast.ts";
import { setDraftOwner } from "../ui/drafts.ts";
import { forgetUnsavedChanges } from "../ui/unsavedChanges.ts";
import { trackListeners } from "./trackListeners.ts";
import type { DocumentLoad } from "./watchDocumentLoads.ts";
import { watchDocumentLoads } from "./watchDocumentLoads.ts";
import type { ScriptedServer } from "./ScriptedServer.ts";

interface OpenOptions {
  /** Whether the page subscribes to live updates, as it does once it is idle. The test then publishes them. */
  readonly isLive?: boolean;
}

export interface OpenedPage {
  /** Path and query of the page that is shown. */
  readonly address: () => string;
  /** Attempts to load another document, or this one anew. None of them is carried out. */
  readonly documentLoads: readonly DocumentLoad[];
  /** Loads the document anew, or another one: what the browser stores stays, all else is gone. */
  readonly reload: (address?: string) => Promise<OpenedPage>;
}

const closing: (() => void)[] = [];

/**
 * Opens a page of the portal as a browser does that gets it from the server: what it shows is there, and its calls from then on are counted.
 * All of it is the product's own, but the network, for which `server` stands in. One page at a time; it is closed after the test.
 */
export async function openPage(
  server: ScriptedServer,
  path: string,
  options: OpenOptions = {},
): Promise<OpenedPage> {
  closePage();
  window.history.pushState(null, "", path);
  return load(server, options);
}

/** Closes the open page and leaves nothing of it, neither in the document nor in the browser's storage. */
export function closePage(): void {
  unload();
  sessionStorage.clear();
  localStorage.clear();
  storeTheme("system");
  window.scrollTo(0, 0);
}

/** The document of the present address. */
async function load(server: ScriptedServer, options: OpenOptions): Promise<OpenedPage> {
  const documentLoads: DocumentLoad[] = [];
  closing.push(server.install(), forgetState, watchDocumentLoads(documentLoads), trackListeners());
  const client = createQueryClient(callOverHttp);
  const { boot, first, pages } = await drawOnServer();
  hydrateFromBoot(client, boot);
  const navigator = new Navigator((url) => loadPage(client, pages, url), new ScrollMemory(), first);
  navigator.start();
  watchSession(client);
  await render(client, navigator);
  server.forgetCalls();
  if (options.isLive) {
    startLiveUpdates(client, "0");
    await server.hasSubscriber();
  }
  return {
    address: () => window.location.pathname + window.location.search,
    documentLoads,
    reload: (address) => {
      unload();
      if (address !== undefined) window.history.pushState(null, "", address);
      return load(server, options);
    },
  };
}

function unload(): void {
  for (const close of closing.splice(0).toReversed()) close();
}

/** What the server does for a page: it loads all that it shows, and hands it on as JSON. */
async function drawOnServer() {
  const client = createQueryClient(callOverHttp);
  const pages = createPageTable(homeOf(await client.query(portalQuery)));
  const loaded = await loadPage(client, pages, new URL(window.location.href));
  if ("redirect" in loaded)
    throw new Error(`${window.location.pathname} leads to ${loaded.redirect}`);
  await untilFetched(client);
  const { content } = loaded;
  const boot = bootJson(client, {
    now: Date.now(),
    livePosition: "0",
    failed: "failed" in content ? content.failed : null,
  });
  client.clear();
  return { boot, pages, first: loaded satisfies LoadedPage };
}

/** In a browser `loadPage` waits for nothing that has its own skeleton; a server does. */
async function untilFetched(client: QueryClient): Promise<void> {
  if (client.isFetching() === 0) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = client.getQueryCache().subscribe(() => client.isFetching() === 0 && resolve());
  await promise;
  end();
  // A response may have caused further requests.
  await new Promise((next) => setTimeout(next, 0));
  await untilFetched(client);
}

async function render(client: QueryClient, navigator: Navigator): Promise<void> {
  const theme = themeOfCookie();
  const container = document.createElement("div");
  container.id = "root";
  document.body.append(container);
  const root: Root = createRoot(container);
  const style = document.createElement("style");
  const portal = client.getQueryData(portalQuery.queryKey);
  style.textContent = brandStyle({
    ...portal?.site.brandingSettings,
    ...portal?.company?.brandingSettings,
  });
  document.head.append(style);
  closing.push(() => {
    root.unmount();
    client.clear();
    container.remove();
    style.remove();
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  root.render(
    <App
      client={client}
      now={Date.now()}
      theme={theme}
      onHydrated={() => {
        resolve();
        return handleLinkClicks(navigator);
      }}
      route={navigator.route}
      navigator={navigator}
    />,
  );
  await promise;
}

/** What modules keep beyond a page, and a new document would not have. */
function forgetState(): void {
  const shown = currentToast();
  if (shown) dismissToast(shown.id);
  forgetUnsavedChanges();
  setLive(false);
  setCallingUser(null);
  setDraftOwner(null);
}

/** The theme as the server reads it from the cookie; it is on the document before the page is drawn. */
function themeOfCookie(): Theme {
  const theme = parseTheme(/(?:^|; )theme=(\w+)/.exec(document.cookie)?.[1]);
  document.documentElement.dataset["theme"] = theme;
  return theme;
}

/** In the cookie in which the product stores it. */
function storeTheme(theme: Theme): void {
  document.cookie = `theme=${theme}; Path=/`;
}
