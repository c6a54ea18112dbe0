import "./styles/app.css";
import type { QueryClient } from "@tanstack/react-query";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import type { BootData } from "./api/boot.ts";
import { BOOT_ELEMENT_ID, hydrateFromBoot } from "./api/boot.ts";
import { callOverHttp } from "./api/callOverHttp.ts";
import { createQueryClient } from "./api/queryClient.ts";
import { portalQuery } from "./api/session.ts";
import { App } from "./App.tsx";
import { handleLinkClicks, prefetchLinks } from "./handleLinkClicks.ts";
import { watchSession } from "./watchSession.ts";
import { loadPage } from "./loadPage.ts";
import { Navigator } from "./navigation/Navigator.ts";
import { ScrollMemory } from "./navigation/ScrollMemory.ts";
import type { Content } from "./navigation/routeState.ts";
import type { PageTable } from "./pageTable.ts";
import { createPageTable, homeOf, pageForViewer } from "./pageTable.ts";
import { parseTheme } from "#web/features/theme/ThemeContext.tsx";
import { whenIdle } from "#web/ui/whenIdle.ts";

/** Hydrates the page that the server has rendered. */
async function start(): Promise<void> {
  const client = createQueryClient(callOverHttp);
  const boot = hydrateFromBoot(client, elementById(BOOT_ELEMENT_ID).textContent);
  const pages = createPageTable(homeOf(await client.query(portalQuery)));
  const navigator = new Navigator(
    (url) => loadPage(client, pages, url),
    new ScrollMemory(),
    await firstContent(client, pages, boot.failed),
  );
  navigator.start();
  watchSession(client, pages, navigator);
  await nextTask();
  // A transition hydrates in slices, so that the page can react to input between two slices.
  startTransition(() => {
    hydrateRoot(
      elementById("root"),
      <App
        client={client}
        now={boot.now}
        theme={parseTheme(document.documentElement.dataset["theme"])}
        onHydrated={() => {
          // Tests and benchmarks wait for this attribute before they send input to the page.
          document.documentElement.dataset["hydrated"] = "";
          layOutRest();
          return handleLinkClicks(navigator, client);
        }}
        route={navigator.route}
        navigator={navigator}
      />,
    );
  });
  prefetchLinks(client, pages);
  whenIdle(() => void startRest(client, boot.livePosition));
}

/**
 * Starts what would slow down the start of the page. If its code cannot be loaded, for instance after
 * the deployment of a new build, the page continues to poll, and pictures open as plain links.
 */
async function startRest(client: QueryClient, position: string): Promise<void> {
  const rest = await import("./startAtIdle.ts").catch(() => undefined);
  rest?.startAtIdle(client, position);
}

/** Lays out content far below the first view (`late-*` in app.css), a few elements in each task. */
function layOutRest(): void {
  const late = [...document.querySelectorAll<HTMLElement>("[class^='late-']")];
  const layOutSome = () => {
    for (const { style } of late.splice(0, 4)) style.contentVisibility = "visible";
    if (late.length > 0) whenIdle(layOutSome);
    else document.documentElement.dataset["laidOut"] = "";
  };
  whenIdle(layOutSome);
}

/**
 * Returns the path parameters of the server-rendered page and its content: the page's component or,
 * if loading failed on the server, the failed part.
 */
async function firstContent(client: QueryClient, pages: PageTable, failed: BootData["failed"]) {
  const { entry, params } = pages(window.location.pathname);
  const content: Content =
    failed === null
      ? { Page: (await pageForViewer(client, entry).importPage()).Component }
      : { failed, error: new Error("Failed on the server"), isNetworkError: false };
  return { params, content };
}

function elementById(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no element #${id}`);
  return element;
}

/** Ends the current task, so that the page can react to input. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}

void nextTask().then(start);
