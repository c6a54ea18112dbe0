import type { ReactNode } from "react";
import { createContext, useContext, useMemo, useState } from "react";
import type { IconComponent } from "#web/ui/icons.ts";
import { Monitor, Moon, Sun } from "#web/ui/icons.ts";

/** Light, dark, or the system's setting. */
export type Theme = "light" | "dark" | "system";

interface ThemeState {
  readonly theme: Theme;
  readonly setTheme: (theme: Theme) => void;
}

const ThemeContext = createContext<ThemeState | null>(null);

const YEAR_SECONDS = 31_536_000;

/**
 * Provides the theme. `initialTheme` is the theme of the server's render; with another theme,
 * hydration would not match the server's HTML.
 */
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
      storeTheme(next);
    };
    return { theme, setTheme };
  }, [theme]);
  return <ThemeContext value={state}>{children}</ThemeContext>;
}

/** Applies the theme and stores it in a cookie, so that the server renders this theme. */
function storeTheme(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
  document.cookie = `theme=${theme}; Path=/; Max-Age=${String(YEAR_SECONDS)}; SameSite=Lax`;
}

/** Returns the current theme and its setter. */
export function useTheme(): ThemeState {
  const state = useContext(ThemeContext);
  if (!state) throw new Error("useTheme needs a ThemeProvider");
  return state;
}

/** Parses a theme from a cookie or attribute. An unknown value means the system's setting. */
export function parseTheme(value: string | undefined): Theme {
  return value === "light" || value === "dark" ? value : "system";
}

interface ThemeChoice {
  readonly theme: Theme;
  readonly label: string;
  readonly icon: IconComponent;
}

/** The themes that users can select. */
export const THEME_CHOICES: readonly ThemeChoice[] = [
  { theme: "system", label: "System", icon: Monitor },
  { theme: "light", label: "Light", icon: Sun },
  { theme: "dark", label: "Dark", icon: Moon },
];
