import type { IconComponent } from "#web/ui/createIcon.tsx";
import { Monitor, Moon, Sun } from "#web/ui/icons.ts";
import type { Theme } from "./ThemeContext.tsx";

export interface ThemeChoice {
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
