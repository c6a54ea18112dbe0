import type { QueryClient } from "@tanstack/react-query";
import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { StrictMode, useEffect, useRef } from "react";
import { SessionProvider } from "./api/SessionContext.tsx";
import type { PageHead } from "./layout/HeadContext.ts";
import { HeadContext } from "./layout/HeadContext.ts";
import type { Theme } from "./theme/ThemeContext.tsx";
import { ThemeProvider } from "./theme/ThemeContext.tsx";
import { NowProvider } from "./ui/NowContext.tsx";
import { Toaster } from "./ui/Toaster.tsx";

interface AppProps {
  client: QueryClient;
  /** The server's clock at the render, in milliseconds since 1970. */
  now: number;
  theme: Theme;
  /** On the server only: takes the head of the page. */
  onHead?: (head: PageHead) => void;
  /** In the browser only: called once the page is alive; gives what undoes it. */
  onHydrated?: () => () => void;
  /** The router's provider: a static one on the server, the browser's own there. */
  children: ReactNode;
}

/** Everything around the router. Server and browser draw the same tree, so that hydration finds what it expects. */
export function App({ client, now, theme, onHead, onHydrated, children }: AppProps) {
  const start = useRef(onHydrated);
  useEffect(() => start.current?.(), []);
  return (
    <StrictMode>
      <HeadContext value={onHead ?? null}>
        <QueryClientProvider client={client}>
          <SessionProvider>
            <ThemeProvider initialTheme={theme}>
              <NowProvider initialNow={now}>
                {children}
                <Toaster />
              </NowProvider>
            </ThemeProvider>
          </SessionProvider>
        </QueryClientProvider>
      </HeadContext>
    </StrictMode>
  );
}
