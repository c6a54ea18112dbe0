import type { QueryClient } from "@tanstack/react-query";
import { QueryClientProvider } from "@tanstack/react-query";
import {
  createElement,
  StrictMode,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import type { SignInReason } from "#web/app/api/questions.ts";
import { confirmationQuestion, signInQuestion } from "#web/app/api/questions.ts";
import { SessionProvider } from "#web/app/api/SessionContext.tsx";
import type { PageHead } from "#web/app/layout/PageMeta.tsx";
import { HeadContext } from "#web/app/layout/PageMeta.tsx";
import { ShownPage } from "#web/app/layout/ShownPage.tsx";
import { NavigationProvider } from "#web/app/navigation/NavigationContext.tsx";
import type { Navigator } from "#web/app/navigation/Navigator.ts";
import type { RouteState } from "#web/app/navigation/routeState.ts";
import type { SignInDialogProps } from "#web/features/auth/SignInDialog.tsx";
import type { Theme } from "#web/features/theme/ThemeContext.tsx";
import { ThemeProvider } from "#web/features/theme/ThemeContext.tsx";
import { lazyWindow, useLazyComponent } from "#web/ui/lazyComponent.tsx";
import { NowProvider } from "#web/ui/NowContext.tsx";
import { currentToast, showStoredToast, subscribeToToast } from "#web/ui/toast.ts";

interface AppProps {
  client: QueryClient;
  /** The server's time when it rendered the page, in milliseconds since 1970. */
  now: number;
  theme: Theme;
  /** Receives the document head of the rendered page. This prop is set on the server only. */
  onHead?: (head: PageHead) => void;
  /** Called after hydration, in the browser only. Returns a cleanup function. */
  onHydrated?: () => () => void;
  /** The route that is rendered first. */
  route: RouteState;
  /** Changes the route. This prop is set in the browser only. */
  navigator?: Navigator;
}

/** The root component. Server and browser render the same tree, as hydration requires. */
export function App({ client, now, theme, onHead, onHydrated, route, navigator }: AppProps) {
  const start = useRef(onHydrated);
  useEffect(() => start.current?.(), []);
  return (
    <StrictMode>
      <HeadContext value={onHead ?? null}>
        <QueryClientProvider client={client}>
          <SessionProvider>
            <ThemeProvider initialTheme={theme}>
              <NowProvider initialNow={now}>
                <NavigationProvider navigator={navigator} initialRoute={route}>
                  <ShownPage />
                  <Questions />
                </NavigationProvider>
                <Toaster />
              </NowProvider>
            </ThemeProvider>
          </SessionProvider>
        </QueryClientProvider>
      </HeadContext>
    </StrictMode>
  );
}

const ConfirmEmailDialog = lazyWindow<{ isOpen: boolean; onClose: () => void }>(
  async () =>
    (await import("#web/features/confirmEmail/ConfirmEmailDialog.tsx")).ConfirmEmailDialog,
  { atIdle: false },
);

const SignInDialog = lazyWindow<SignInDialogProps>(
  async () => (await import("#web/features/auth/SignInDialog.tsx")).SignInDialog,
  { atIdle: false },
);

/** The dialogs of questions that calls wait for. Rendered once, at the root of the app. */
function Questions() {
  const [isConfirming, setIsConfirming] = useState(false);
  const [isSigningIn, setIsSigningIn] = useState(false);
  const [reason, setReason] = useState<SignInReason>({ to: "", hasEnded: false });
  useEffect(() => {
    confirmationQuestion.showBy(setIsConfirming);
    signInQuestion.showBy((isOpen, asked) => {
      setIsSigningIn(isOpen);
      if (asked) setReason(asked);
    });
  }, []);
  return (
    <>
      <ConfirmEmailDialog
        isOpen={isConfirming}
        onClose={() => confirmationQuestion.answer(false)}
      />
      <SignInDialog
        isOpen={isSigningIn}
        onClose={() => signInQuestion.answer(false)}
        reason={reason}
      />
    </>
  );
}

const loadRegion = async () => (await import("#web/ui/ToastRegion.tsx")).ToastRegion;

/** Shows the messages of `toast()`, one at a time. Rendered once, at the root of the app. */
function Toaster() {
  const shown = useSyncExternalStore(subscribeToToast, currentToast, () => null);
  // The region is not rendered on the server: it has a style attribute, which the content security
  // policy forbids.
  const Region = useLazyComponent(loadRegion, { request: shown?.id ?? 0, atIdle: true });
  useEffect(showStoredToast, []);
  return Region && createElement(Region, { shown });
}
