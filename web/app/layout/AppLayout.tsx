import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import { useLocation, useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import { idlePart, lazyWindow } from "#web/ui/lazyComponent.tsx";
import { SkipLink } from "#web/ui/SkipLink.tsx";
import { MainHeader } from "./MainHeader.tsx";
import { PoweredBy } from "./PoweredBy.tsx";
import type { ShortcutsDialogProps } from "./ShortcutsDialog.tsx";
import { useShortcut } from "#web/ui/shortcuts.ts";
import { UnsavedChangesGuard } from "./UnsavedChangesGuard.tsx";
import { useOpenOnPage } from "./useOpenOnPage.ts";

const ShortcutsDialog = lazyWindow<ShortcutsDialogProps>(
  async () => (await import("./ShortcutsDialog.tsx")).ShortcutsDialog,
  { atIdle: false },
);

const PendingVote = idlePart(
  async () => (await import("#web/features/feedback/PendingVote.tsx")).PendingVote,
);

/** The header, the main landmark with the page, and the footer. */
export function AppLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <MainHeader />
      <MainLandmark>{children}</MainLandmark>
      <footer className="border-t">
        <div className="mx-auto flex w-full max-w-7xl items-center justify-end px-4 py-4 sm:px-6">
          <PoweredBy />
        </div>
      </footer>
      <ShortcutsHelp />
      <UnsavedChangesGuard />
      <VoteBeforeLogin />
    </div>
  );
}

/**
 * Casts the vote of a visitor who pressed a vote button and then had to log in. The code for this
 * vote is loaded only if the URL has the parameter `vote`.
 */
function VoteBeforeLogin() {
  const [params] = useSearchParams();
  return useCurrentUser() && params.has("vote") ? <PendingVote /> : null;
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
