import { Menu } from "#web/ui/icons.ts";
import { Button } from "#web/ui/Button.tsx";
import { lazyWindow } from "#web/ui/lazyComponent.tsx";
import type { NavigationPanelProps } from "./NavigationPanel.tsx";
import { useOpenOnPage } from "./useOpenOnPage.ts";

const NavigationPanel = lazyWindow<NavigationPanelProps>(
  async () => (await import("./NavigationPanel.tsx")).NavigationPanel,
  { atIdle: true },
);

/** The main navigation on phones: a button and the drawer that it opens. */
export function NavigationDrawer() {
  const [isOpen, setIsOpen] = useOpenOnPage();
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className="-ml-2 md:hidden"
        onClick={() => setIsOpen(true)}
      >
        <Menu aria-hidden="true" />
      </Button>
      <NavigationPanel open={isOpen} onOpenChange={setIsOpen} />
    </>
  );
}
