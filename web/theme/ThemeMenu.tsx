import { Button } from "#web/ui/Button.tsx";
import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger } from "#web/ui/DropdownMenu.tsx";
import { THEME_CHOICES } from "./themeChoices.ts";
import { useTheme } from "./ThemeContext.tsx";
import { ThemeMenuItems } from "./ThemeMenuItems.tsx";

/** A quiet button that opens the choice of theme. */
export function ThemeMenu({ className }: { className?: string }) {
  const { theme } = useTheme();
  const Icon = THEME_CHOICES.find((choice) => choice.theme === theme)?.icon;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger>
        <Button variant="ghost" size="icon" aria-label="Theme" className={className}>
          {Icon ? <Icon aria-hidden="true" className="text-muted" /> : null}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent className="min-w-40">
        <ThemeMenuItems />
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
