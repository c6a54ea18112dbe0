import { Button } from "#web/ui/Button.tsx";
import { lazyMenu } from "#web/ui/lazyComponent.tsx";
import { THEME_CHOICES, useTheme } from "./ThemeContext.tsx";

const Menu = lazyMenu(async () => (await import("./ThemeMenuPanel.tsx")).ThemeMenuPanel);

/** A button that opens the theme menu. */
export function ThemeMenu({ className }: { className?: string }) {
  const { theme } = useTheme();
  const Icon = THEME_CHOICES.find((choice) => choice.theme === theme)?.icon;
  return (
    <Menu
      button={
        <Button variant="ghost" size="icon" aria-label="Theme" className={className}>
          {Icon ? <Icon aria-hidden="true" className="text-muted" /> : null}
        </Button>
      }
    />
  );
}
