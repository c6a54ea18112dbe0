import { DropdownMenu as RadixMenu } from "radix-ui";
import type { ReactElement } from "react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "#web/ui/DropdownMenu.tsx";
import { parseTheme, THEME_CHOICES, useTheme } from "./ThemeContext.tsx";

/** The menu of `ThemeMenu`, displayed below the button. */
export function ThemeMenuPanel({ button }: { button: ReactElement }) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger>{button}</DropdownMenuTrigger>
      <DropdownMenuContent className="min-w-40">
        <ThemeMenuItems />
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

/**
 * Menu entries for system, light and dark. The menu stays open after a selection, so that the
 * result is visible.
 */
export function ThemeMenuItems() {
  const { theme: current, setTheme } = useTheme();
  return (
    <RadixMenu.RadioGroup
      value={current}
      onValueChange={(value) => setTheme(parseTheme(value))}
      aria-label="Theme"
    >
      {THEME_CHOICES.map(({ theme, label, icon: Icon }) => (
        <DropdownMenuRadioItem
          key={theme}
          value={theme}
          onSelect={(event) => event.preventDefault()}
        >
          <Icon aria-hidden="true" className="size-4 text-muted" />
          {label}
        </DropdownMenuRadioItem>
      ))}
    </RadixMenu.RadioGroup>
  );
}
