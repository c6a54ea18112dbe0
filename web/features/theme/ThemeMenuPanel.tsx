import type { ReactElement } from "react";
import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger } from "#web/ui/DropdownMenu.tsx";
import { ThemeMenuItems } from "./ThemeMenuItems.tsx";

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
