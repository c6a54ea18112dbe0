import { useEffect, useEffectEvent, useState } from "react";
import type { User } from "#contract/users.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { toast } from "#web/ui/toast.ts";
import { useHydrated } from "#web/ui/useHydrated.ts";
import { useAfterSignIn } from "./useAfterSignIn.ts";

interface PasskeyLogin {
  /** Whether the browser has passkeys on this host. False until the page is hydrated. */
  readonly isSupported: boolean;
  readonly isPending: boolean;
  readonly logIn: () => void;
}

/**
 * Logs in with a passkey that the browser offers in the field for the address (conditional UI), or
 * that the user chooses after `logIn`. The code for passkeys is loaded after the form is shown.
 */
export function usePasskeyLogin(onSignedIn?: (user: User) => void): PasskeyLogin {
  const isHydrated = useHydrated();
  const [isAsking, setIsAsking] = useState(false);
  const errorFallback = "Failed to log in with the passkey";
  const request = useApiMutation("POST /api/passkeys/login/options", {
    errorFallback,
    // A passkey in the field for the address is an offer. Without it, the form works as before.
    isShown: () => !isAsking,
  });
  const login = useApiMutation("POST /api/passkeys/login", {
    errorTitle: "Login failed",
    errorFallback,
    ...useAfterSignIn(onSignedIn),
  });
  const ask = async (useBrowserAutofill: boolean) => {
    const { startAuthentication } = await import("@simplewebauthn/browser");
    const optionsJSON = await request.mutateAsync();
    const credential = await startAuthentication({ optionsJSON, useBrowserAutofill });
    login.mutate({ body: { credential } });
  };
  const offer = useEffectEvent(async () => {
    const { browserSupportsWebAuthnAutofill } = await import("@simplewebauthn/browser");
    if (await browserSupportsWebAuthnAutofill()) await ask(true);
  });
  useEffect(() => {
    // The offer ends with an error when the user chooses another way, and when the form is left.
    void offer().catch(() => undefined);
    return () =>
      void import("@simplewebauthn/browser").then(({ WebAuthnAbortService }) =>
        WebAuthnAbortService.cancelCeremony(),
      );
  }, []);
  const logIn = () => {
    setIsAsking(true);
    void ask(false)
      .catch((error: unknown) => {
        // The browser tells nothing apart from a user who closes its window.
        if (error instanceof Error && error.name === "NotAllowedError") return;
        if (error instanceof Error && error.name !== "ApiError")
          toast({ title: "Login failed", description: errorFallback, variant: "destructive" });
      })
      .finally(() => setIsAsking(false));
  };
  const isPending = isAsking || login.isPending || login.isSuccess;
  return { isSupported: isHydrated && "PublicKeyCredential" in window, isPending, logIn };
}
