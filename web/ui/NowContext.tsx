import { createContext, startTransition, useEffect, useState } from "react";
import type { ReactNode } from "react";

/** The reference time of relative dates, in milliseconds since 1970; null without a provider. */
export const NowContext = createContext<number | null>(null);

const MINUTE_MS = 60_000;

interface NowProviderProps {
  /**
   * The server's time when it rendered the page, in milliseconds since 1970. Hydration must start
   * with the same value.
   */
  initialNow: number;
  children: ReactNode;
}

/** Provides the current time. It starts with the server's time and is updated every minute. */
export function NowProvider({ initialNow, children }: NowProviderProps) {
  const [now, setNow] = useState(initialNow);
  useEffect(() => {
    // The time is updated in a transition. An update outside a transition would make React discard
    // HTML that is not hydrated yet.
    const tick = () => startTransition(() => setNow(Date.now()));
    tick();
    const timer = setInterval(tick, MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return <NowContext value={now}>{children}</NowContext>;
}
