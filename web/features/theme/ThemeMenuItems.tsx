import { Check } from "#web/ui/pageIcons.ts";
import { DropdownMenu as RadixMenu } from "radix-ui";
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
        <RadixMenu.RadioItem
          key={theme}
          value={theme}
          onSelect={(event) => event.preventDefault()}
          className="flex min-h-10 cursor-pointer items-center gap-2.5 rounded-lg px-2.5 text-sm outline-none select-none data-highlighted:bg-hover md:min-h-9"
        >
          <Icon aria-hidden="true" className="size-4 text-muted" />
          {label}
          <RadixMenu.ItemIndicator className="ml-auto">
            <Check aria-hidden="true" className="size-4" />
          </RadixMenu.ItemIndicator>
        </RadixMenu.RadioItem>
      ))}
    </RadixMenu.RadioGroup>
  );
}
