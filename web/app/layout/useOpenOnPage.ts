import { useState } from "react";
import { useLocation } from "#web/app/navigation/NavigationContext.tsx";

/** Whether something that the layout opens over a page is open; another page closes it. */
export function useOpenOnPage() {
  const { pathname } = useLocation();
  const [openOn, setOpenOn] = useState<string | null>(null);
  if (openOn !== null && openOn !== pathname) setOpenOn(null);
  const isOpen = openOn === pathname;
  return [isOpen, (open: boolean) => setOpenOn(open ? pathname : null)] as const;
}
