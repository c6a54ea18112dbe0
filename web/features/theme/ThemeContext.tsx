import type { ReactNode } from "react";
import { createContext, useContext, useMemo, useState } from "react";

/** Light, dark, or as the visitor's system has it. */
export type Theme = "light" | "dark" | "system";

interface ThemeState {
  readonly theme: Theme;
  readonly setTheme: (theme: Theme) => void;
}

const ThemeContext = createContext<ThemeState | null>(null);

const YEAR_SECONDS = 31_536_000;

/** `initialTheme` is what the document was rendered with, so that both sides start alike. */
export function ThemeProvider({
  initialTheme,
  children,
}: {
  initialTheme: Theme;
  children: ReactNode;
}) {
  const [theme, setShown] = useState(initialTheme);
  const state = useMemo<ThemeState>(() => {
    const setTheme = (next: Theme) => {
      setShown(next);
      keepTheme(next);
    };
    return { theme, setTheme };
  }, [theme]);
  return <ThemeContext value={state}>{children}</ThemeContext>;
}

/** In a cookie, so that the server's first byte is already in it. */
function keepTheme(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
  document.cookie = `theme=${theme}; Path=/; Max-Age=${String(YEAR_SECONDS)}; SameSite=Lax`;
}

/** The theme, and the way to choose another. */
export function useTheme(): ThemeState {
  const state = useContext(ThemeContext);
  if (!state) throw new Error("useTheme needs a ThemeProvider");
  return state;
}

/** A theme from a cookie or attribute; anything unknown is the system's. */
export function parseTheme(value: string | undefined): Theme {
  return value === "light" || value === "dark" ? value : "system";
}
