import { useState } from "react";
import { useLocation } from "#web/app/navigation/NavigationContext.tsx";

/** Open state of a window in the layout; navigation closes it. */
export function useOpenOnPage() {
  const { pathname } = useLocation();
  const [openOn, setOpenOn] = useState<string | null>(null);
  if (openOn !== null && openOn !== pathname) setOpenOn(null);
  const isOpen = openOn === pathname;
  return [isOpen, (open: boolean) => setOpenOn(open ? pathname : null)] as const;
}
