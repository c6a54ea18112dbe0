import { DropdownMenu as RadixMenu } from "radix-ui";
import { DropdownMenuRadioItem } from "#web/ui/DropdownMenu.tsx";
import { THEME_CHOICES } from "./themeChoices.ts";
import { parseTheme, useTheme } from "./ThemeContext.tsx";

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
