import "#web/app/styles/app.css";
import type { QueryClient } from "@tanstack/react-query";
import type { Root } from "react-dom/client";
import { createRoot } from "react-dom/client";
import { callOverHttp, setCallingUser } from "#web/app/api/callOverHttp.ts";
import { bootJson, hydrateFromBoot } from "#web/app/api/boot.ts";
import { confirmationQuestion, signInQuestion } from "#web/app/api/questions.ts";
import { setLive } from "#web/app/api/liveState.ts";
import { createQueryClient } from "#web/app/api/queryClient.ts";
import { portalQuery } from "#web/app/api/session.ts";
import { App } from "#web/app/App.tsx";
import { handleLinkClicks } from "#web/app/handleLinkClicks.ts";
import { watchSession } from "#web/app/watchSession.ts";
import { startLiveUpdates } from "#web/app/live/startLiveUpdates.ts";
import { openPicturesOnClick } from "#web/app/startAtIdle.ts";
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
  /**
   * Whether the page subscribes to live updates, which tests publish with `ScriptedServer.publish`.
   */
  readonly isLive?: boolean;
}

export interface OpenedPage {
  /** Path and query of the current page. */
  readonly address: () => string;
  /** The page's attempts to load another document or to reload. They are recorded and prevented. */
  readonly documentLoads: readonly DocumentLoad[];
  /**
   * Simulates a load of this page or of another URL. The browser's storage, cookies and history
   * survive.
   */
  readonly reload: (address?: string) => Promise<OpenedPage>;
}

const closing: (() => void)[] = [];

/**
 * Opens a page of the portal with the data that the server would have rendered. Only the network is
 * replaced: `server` responds to the page's calls, and records them once the page has opened. A
 * page that is still open is closed first. The opened page is closed after the test.
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

/** Closes the open page and clears the document and the browser's storage. */
export function closePage(): void {
  unload();
  sessionStorage.clear();
  localStorage.clear();
  storeTheme("system");
  window.scrollTo(0, 0);
}

/** Loads the page of the current URL. */
async function load(server: ScriptedServer, options: OpenOptions): Promise<OpenedPage> {
  const documentLoads: DocumentLoad[] = [];
  closing.push(server.install(), resetState, watchDocumentLoads(documentLoads), trackListeners());
  const untilClosed = endWithPage();
  const client = createQueryClient((name, ...args) => untilClosed(callOverHttp(name, ...args)));
  const { boot, first, pages } = await loadOnServer();
  hydrateFromBoot(client, boot);
  const loadUntilClosed = (url: URL) => untilClosed(loadPage(client, pages, url));
  const navigator = new Navigator(loadUntilClosed, new ScrollMemory(), first);
  navigator.start();
  watchSession(client, pages, navigator);
  await render(client, navigator);
  server.forgetCalls();
  closing.push(openPicturesOnClick());
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

/**
 * Returns a function that passes results on until the page closes, and then never. Otherwise a
 * navigation or a call that is still pending when a test ends would change or reload the next page.
 */
function endWithPage(): <Result>(pending: Promise<Result>) => Promise<Result> {
  let isClosed = false;
  closing.push(() => {
    isClosed = true;
  });
  return async (pending) => {
    try {
      return await pending;
    } finally {
      if (isClosed) await new Promise(() => undefined);
    }
  };
}

/** Loads a page's data and serializes it as JSON, as the server does before it renders a page. */
async function loadOnServer() {
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

/**
 * Waits until all queries have been fetched, as the server does. In a browser, `loadPage` does not
 * wait for parts that have a skeleton.
 */
async function untilFetched(client: QueryClient): Promise<void> {
  if (client.isFetching() === 0) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = client.getQueryCache().subscribe(() => client.isFetching() === 0 && resolve());
  await promise;
  end();
  // The response to a query can start other queries.
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
        document.documentElement.dataset["laidOut"] = "";
        resolve();
        return handleLinkClicks(navigator, client);
      }}
      route={navigator.route}
      navigator={navigator}
    />,
  );
  await promise;
}

/** Resets the state in modules, which a real page load would discard. */
function resetState(): void {
  const shown = currentToast();
  if (shown) dismissToast(shown.id);
  confirmationQuestion.answer(false);
  signInQuestion.answer(false);
  forgetUnsavedChanges();
  setLive(false);
  setCallingUser(null);
  setDraftOwner(null);
  // Ends the pause of the shortcuts after keys in a dialog.
  window.dispatchEvent(new PointerEvent("pointerdown"));
}

/** Reads the theme from the cookie and sets it on the document, as the server does. */
function themeOfCookie(): Theme {
  const theme = parseTheme(/(?:^|; )theme=(\w+)/.exec(document.cookie)?.[1]);
  document.documentElement.dataset["theme"] = theme;
  return theme;
}

/** Stores a theme in the portal's cookie. */
function storeTheme(theme: Theme): void {
  document.cookie = `theme=${theme}; Path=/`;
}
