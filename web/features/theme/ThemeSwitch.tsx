import { useId } from "react";
import { THEME_CHOICES, useTheme } from "./ThemeContext.tsx";

/** Radio buttons for the themes system, light and dark. */
export function ThemeSwitch() {
  const { theme: current, setTheme } = useTheme();
  const name = useId();
  return (
    <fieldset className="flex rounded-lg border border-line bg-sunken p-0.5">
      <legend className="sr-only">Theme</legend>
      {THEME_CHOICES.map(({ theme, label, icon: Icon }) => (
        <label
          key={theme}
          className="flex min-h-10 flex-1 cursor-pointer items-center justify-center gap-2 rounded-md px-2 text-sm text-muted has-checked:bg-raised has-checked:font-medium has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={theme === current}
            onChange={() => setTheme(theme)}
          />
          <Icon aria-hidden="true" className="size-4" />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
