import "./styles/app.css";
import type { QueryClient } from "@tanstack/react-query";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import type { RouteObject } from "react-router";
import { createBrowserRouter, matchRoutes, RouterContextProvider } from "react-router";
import { RouterProvider } from "react-router/dom";
import { BOOT_ELEMENT_ID, hydrateFromBoot } from "./api/boot.ts";
import { callOverHttp } from "./api/callOverHttp.ts";
import { createQueryClient } from "./api/queryClient.ts";
import { portalQuery } from "./api/session.ts";
import { App } from "./App.tsx";
import { followLinks } from "./followLinks.ts";
import { clientContext, createRoutes, homeOf } from "./router.tsx";
import { parseTheme } from "./theme/ThemeContext.tsx";
import { whenIdle } from "./ui/whenIdle.ts";
import { warmLinks } from "./warmLinks.ts";

/** Takes over the page that the server has drawn. */
async function start(): Promise<void> {
  const client = createQueryClient(callOverHttp);
  const boot = hydrateFromBoot(client, elementById(BOOT_ELEMENT_ID).textContent);
  const routes = createRoutes(homeOf(await client.query(portalQuery)));
  const router = await createRouter(routes, client, boot.failedRoutes);
  // As a transition it is done in slices, between which the page answers to whoever already uses it.
  startTransition(() => {
    hydrateRoot(
      elementById("root"),
      <App
        client={client}
        now={boot.now}
        theme={parseTheme(document.documentElement.dataset["theme"])}
        onHydrated={() => {
          // For whoever waits for the page to answer: tests, and those who measure it.
          document.documentElement.dataset["hydrated"] = "";
          return followLinks(router);
        }}
      >
        <RouterProvider router={router} />
      </App>,
    );
  });
  warmLinks(routes);
  // Not before the page can be used: nothing of it waits for live updates.
  whenIdle(() => void listen(client, boot.livePosition));
}

/** Without its code, as after an update of the portal, the page goes on polling. */
async function listen(client: QueryClient, position: string): Promise<void> {
  const live = await import("./live/startLiveUpdates.ts").catch(() => undefined);
  live?.startLiveUpdates(client, position);
}

/** The router in the state in which the server left it: the page's code is here, its loaders have run. */
async function createRouter(routes: RouteObject[], client: QueryClient, failedRoutes: readonly string[]) {
  const matched = (matchRoutes(routes, window.location) ?? []).map(({ route }) => route);
  await Promise.all(matched.map(resolveLazy));
  const ids = matched.map(({ id }) => String(id));
  return createBrowserRouter(routes, {
    getContext: () => new RouterContextProvider(new Map([[clientContext, client]])),
    hydrationData: {
      loaderData: Object.fromEntries(ids.map((id) => [id, null])),
      ...(failedRoutes.length > 0 && {
        errors: Object.fromEntries(failedRoutes.map((id) => [id, new Error("Failed on the server")])),
      }),
    },
  });
}

async function resolveLazy(route: RouteObject): Promise<void> {
  if (typeof route.lazy !== "function") return;
  Object.assign(route, await route.lazy(), { lazy: undefined });
}

function elementById(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no element #${id}`);
  return element;
}

await start();
