import { createContext, startTransition, useEffect, useState } from "react";
import type { ReactNode } from "react";

/** The time relative dates are told from, in milliseconds since 1970; null where no provider is. */
export const NowContext = createContext<number | null>(null);

const MINUTE_MS = 60_000;

interface NowProviderProps {
  /** The server's clock when it rendered the page, in milliseconds: both sides must start from the same value. */
  initialNow: number;
  children: ReactNode;
}

/** Starts at the server's time and moves on each minute. */
export function NowProvider({ initialNow, children }: NowProviderProps) {
  const [now, setNow] = useState(initialNow);
  useEffect(() => {
    // As a transition: what is not taken over yet would otherwise be thrown away and drawn anew.
    const tick = () => startTransition(() => setNow(Date.now()));
    tick();
    const timer = setInterval(tick, MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return <NowContext value={now}>{children}</NowContext>;
}
