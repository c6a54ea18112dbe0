import { useState } from "react";
import { useLocation } from "#web/app/navigation/NavigationContext.tsx";

/** The open state of a window in the layout. A navigation closes the window. */
export function useOpenOnPage() {
  const { pathname } = useLocation();
  const [openPath, setOpenPath] = useState<string | null>(null);
  if (openPath !== null && openPath !== pathname) setOpenPath(null);
  const isOpen = openPath === pathname;
  return [isOpen, (open: boolean) => setOpenPath(open ? pathname : null)] as const;
}
