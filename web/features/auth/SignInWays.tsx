import type { ReactNode } from "react";
import { useEffect, useRef, useState } from "react";
import { useCurrentUser, usePortal } from "#web/app/api/SessionContext.tsx";
import { Button } from "#web/ui/Button.tsx";
import { KeyRound, Mail } from "#web/ui/adminIcons.ts";
import type { SignInFormProps } from "./LoginForm.tsx";
import { MailCodeForm } from "./MailCodeForm.tsx";
import { SignOnWays, useSignOn } from "./SignOnWays.tsx";
import { usePasskeyLogin } from "./usePasskeyLogin.ts";

interface SignInWaysProps extends SignInFormProps {
  /** The form for e-mail address and password, to log in or to sign up. */
  children: ReactNode;
  /** Whether the user proves again who they are. The ways that leave the page are not offered then. */
  isForProof?: boolean;
}

/**
 * Shows a form for e-mail address and password, and the other ways to log in. Where the company's
 * provider is the only way, the form is behind a button, for the company's emergency admin, and
 * whoever is logged in proves by a mailed code who they are.
 */
export function SignInWays(props: SignInWaysProps) {
  const { isOnlyWay } = useSignOn();
  const { sendsMail } = usePortal();
  const user = useCurrentUser();
  const [usesOtherWay, setUsesOtherWay] = useState(false);
  const { isForProof = false, onSignedIn } = props;
  if (!isOnlyWay || usesOtherWay || (isForProof && !sendsMail)) return <FormAndWays {...props} />;
  if (isForProof)
    return (
      <MailCodeForm
        typedAddress={user?.username ?? ""}
        onSignedIn={onSignedIn}
        onBack={() => setUsesOtherWay(true)}
      />
    );
  return (
    <div className="flex flex-col gap-4">
      <SignOnWays />
      <Button variant="ghost" onClick={() => setUsesOtherWay(true)}>
        Log in in another way
      </Button>
    </div>
  );
}

function FormAndWays({ children, onSignedIn, isForProof = false }: SignInWaysProps) {
  const { sendsMail } = usePortal();
  const { isSupported, isPending, logIn } = usePasskeyLogin(onSignedIn);
  const { isOffered } = useSignOn();
  const user = useCurrentUser();
  const [typedAddress, setTypedAddress] = useState<string | null>(null);
  const forms = useRef<HTMLDivElement>(null);
  const mailButton = useRef<HTMLButtonElement>(null);
  const hasGoneBack = useRef(false);
  useEffect(() => {
    // Moves the focus, because the button that had the focus no longer exists.
    if (typedAddress === null && hasGoneBack.current) mailButton.current?.focus();
  }, [typedAddress]);
  if (typedAddress !== null)
    return (
      <MailCodeForm
        typedAddress={typedAddress}
        onSignedIn={onSignedIn}
        onBack={() => {
          hasGoneBack.current = true;
          setTypedAddress(null);
        }}
      />
    );
  return (
    <div ref={forms} className="flex flex-col gap-4">
      {children}
      {sendsMail || isSupported || isOffered ? (
        <p className="text-center text-sm text-muted">or</p>
      ) : null}
      {isForProof ? null : <SignOnWays />}
      {isSupported ? (
        <Button
          variant="secondary"
          pending={isPending}
          pendingLabel="Waiting for the passkey..."
          onClick={logIn}
        >
          <KeyRound aria-hidden="true" />
          Use a passkey
        </Button>
      ) : null}
      {sendsMail ? (
        <Button
          ref={mailButton}
          variant="secondary"
          onClick={() => {
            // The address is read from the field, because each form has its own state.
            const field = forms.current?.querySelector<HTMLInputElement>("input[type=email]");
            setTypedAddress(field?.value || (user?.username ?? ""));
          }}
        >
          <Mail aria-hidden="true" />
          Email me a code
        </Button>
      ) : null}
    </div>
  );
}
