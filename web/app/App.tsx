import type { QueryClient } from "@tanstack/react-query";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode, useEffect, useRef } from "react";
import { SessionProvider } from "./api/SessionContext.tsx";
import type { PageHead } from "./layout/HeadContext.ts";
import { HeadContext } from "./layout/HeadContext.ts";
import { ShownPage } from "./layout/ShownPage.tsx";
import { NavigationProvider } from "./navigation/NavigationContext.tsx";
import type { Navigator } from "./navigation/Navigator.ts";
import type { RouteState } from "./navigation/routeState.ts";
import type { Theme } from "#web/features/theme/ThemeContext.tsx";
import { ThemeProvider } from "#web/features/theme/ThemeContext.tsx";
import { NowProvider } from "#web/ui/NowContext.tsx";
import { Toaster } from "#web/ui/Toaster.tsx";

interface AppProps {
  client: QueryClient;
  /** The server's clock at the render, in milliseconds since 1970. */
  now: number;
  theme: Theme;
  /** On the server only: takes the head of the page. */
  onHead?: (head: PageHead) => void;
  /** In the browser only: called once the page is alive; gives what undoes it. */
  onHydrated?: () => () => void;
  /** What is shown first. */
  route: RouteState;
  /** In the browser only: leads on from there. */
  navigator?: Navigator;
}

/** The whole portal. Server and browser draw the same tree, so that hydration finds what it expects. */
export function App({ client, now, theme, onHead, onHydrated, route, navigator }: AppProps) {
  const start = useRef(onHydrated);
  useEffect(() => start.current?.(), []);
  return (
    <StrictMode>
      <HeadContext value={onHead ?? null}>
        <QueryClientProvider client={client}>
          <SessionProvider>
            <ThemeProvider initialTheme={theme}>
              <NowProvider initialNow={now}>
                <NavigationProvider navigator={navigator} initialRoute={route}>
                  <ShownPage />
                </NavigationProvider>
                <Toaster />
              </NowProvider>
            </ThemeProvider>
          </SessionProvider>
        </QueryClientProvider>
      </HeadContext>
    </StrictMode>
  );
}
