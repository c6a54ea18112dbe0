import { useState } from "react";
import { useLocation } from "#web/app/navigation/NavigationContext.tsx";

/**
 * Manages whether a window in the layout is open. A navigation to another path closes the window.
 */
export function useOpenOnPage() {
  const { pathname } = useLocation();
  const [openPath, setOpenPath] = useState<string | null>(null);
  if (openPath !== null && openPath !== pathname) setOpenPath(null);
  const isOpen = openPath === pathname;
  return [isOpen, (open: boolean) => setOpenPath(open ? pathname : null)] as const;
}
