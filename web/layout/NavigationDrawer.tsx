import { Menu } from "lucide-react";
import { useState } from "react";
import { ThemeSwitch } from "#web/theme/ThemeSwitch.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Drawer } from "#web/ui/Drawer.tsx";
import { NavigationLinks } from "./NavigationLinks.tsx";

/** The top navigation on phones: a button and the side drawer it opens. */
export function NavigationDrawer() {
  const [isOpen, setIsOpen] = useState(false);
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
      <Drawer open={isOpen} onOpenChange={setIsOpen} title="Menu" footer={<ThemeSwitch />}>
        <nav aria-label="Main" className="flex flex-col gap-1">
          <NavigationLinks linkClassName="min-h-11" onFollow={() => setIsOpen(false)} />
        </nav>
      </Drawer>
    </>
  );
}
