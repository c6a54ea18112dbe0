import type { MouseEvent, ReactNode } from "react";
import { useEffect, useRef } from "react";
import { useLocation, useNavigationBlocker } from "#web/app/navigation/NavigationContext.tsx";
import { lazyWindow } from "#web/ui/lazyComponent.tsx";
import { useShortcut } from "#web/ui/shortcuts.ts";
import { hasUnsavedChanges, leaveWarning } from "#web/ui/unsavedChanges.ts";
import { MainHeader, useOpenOnPage } from "./MainHeader.tsx";
import { PoweredBy } from "./PoweredBy.tsx";
import type { ShortcutsDialogProps } from "./ShortcutsDialog.tsx";

const ShortcutsDialog = lazyWindow<ShortcutsDialogProps>(
  async () => (await import("./ShortcutsDialog.tsx")).ShortcutsDialog,
  { atIdle: false },
);

const ConfirmDialog = lazyWindow(
  async () => (await import("#web/ui/ConfirmDialog.tsx")).ConfirmDialog,
  { atIdle: true },
);

/** The header, the main landmark with the page, and the footer. */
export function AppLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <MainHeader />
      <MainLandmark>{children}</MainLandmark>
      <footer className="border-t print:hidden">
        <div className="mx-auto flex w-full max-w-7xl items-center justify-end px-4 py-4 sm:px-6">
          <PoweredBy />
        </div>
      </footer>
      <ShortcutsHelp />
      <UnsavedChangesGuard />
    </div>
  );
}

/**
 * The main landmark. It receives the focus after a navigation to another path, so that keyboard and
 * screen reader users start at the new page.
 */
function MainLandmark({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shownPath = useRef(pathname);
  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <main ref={main} id="main" tabIndex={-1} className="flex flex-1 flex-col outline-none">
      {children}
    </main>
  );
}

function ShortcutsHelp() {
  const [isOpen, setIsOpen] = useOpenOnPage();
  useShortcut("?", "Show these keys", () => setIsOpen(true));
  return <ShortcutsDialog open={isOpen} onOpenChange={setIsOpen} />;
}

/**
 * The page's first link, which skips the navigation. It is visible while it has the focus, and does
 * not change the URL.
 */
function SkipLink() {
  const jump = (event: MouseEvent) => {
    const element = document.getElementById("main");
    if (!element) return;
    event.preventDefault();
    element.scrollIntoView();
    element.focus({ preventScroll: true });
  };
  return (
    <a
      href="#main"
      onClick={jump}
      className="sr-only z-50 rounded-lg border bg-raised font-medium text-ink shadow-float focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:px-4 focus:py-2.5"
    >
      Skip to content
    </a>
  );
}

/**
 * Asks for confirmation before unsaved changes (`useUnsavedChanges`) are discarded by a logout or
 * by a navigation to another page. Rendered once, in the layout.
 */
function UnsavedChangesGuard() {
  const { isBlocked, leave, stay } = useNavigationBlocker(
    (from, next) => hasUnsavedChanges() && from.pathname !== next?.pathname,
  );
  const warning = leaveWarning();
  return (
    <ConfirmDialog
      open={isBlocked}
      onOpenChange={(open) => {
        if (!open) stay();
      }}
      title={warning ? "Leave this page?" : "Discard unsaved changes?"}
      description={warning ?? "What you changed on this page has not been saved."}
      confirmLabel={warning ? "Leave" : "Discard changes"}
      // The changes are discarded together with their form when the new page is rendered. Until
      // then the user can still return to the form.
      onConfirm={leave}
    />
  );
}
