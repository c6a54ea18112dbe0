import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { User } from "#contract/users.ts";
import type { SignInReason } from "#web/app/api/questions.ts";
import { signInQuestion } from "#web/app/api/questions.ts";
import { currentUserQuery, isRestrictedUser } from "#web/app/api/session.ts";
import { useCurrentUser, usePortal } from "#web/app/api/SessionContext.tsx";
import { useLocation } from "#web/app/navigation/NavigationContext.tsx";
import { openNewDocument } from "#web/app/navigation/openNewDocument.ts";
import { Dialog } from "#web/ui/Dialog.tsx";
import { LoginForm } from "./LoginForm.tsx";
import { RegisterCustomerForm } from "./RegistrationForm.tsx";
import { SignInWays } from "./SignInWays.tsx";

export interface SignInDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** What was asked last. It stays while the dialog closes. */
  reason: SignInReason;
}

/**
 * Asks a visitor to log in or sign up over the page, or the page's user to log in again. What waits
 * for the sign-in is done afterwards.
 */
export function SignInDialog({ isOpen, onClose, reason }: SignInDialogProps) {
  const { company, registrationOpen } = usePortal();
  const [isSigningUp, setIsSigningUp] = useState(false);
  const { to, hasEnded, isForProof = false } = reason;
  const mayRegister = company !== null && registrationOpen && !hasEnded && !isForProof;
  const onSignedIn = useSignedIn();
  const Form = mayRegister && isSigningUp ? RegisterCustomerForm : LoginForm;
  return (
    <Dialog
      open={isOpen}
      onOpenChange={onClose}
      size="sm"
      staysOpen
      title={`${mayRegister && isSigningUp ? "Sign up" : isForProof ? "Log in again" : "Log in"} to ${to}`}
      description={
        isForProof
          ? "This needs a login within the last five minutes, so that nobody else can do it in your name."
          : hasEnded
            ? "You have been logged out. What you have typed is still here."
            : undefined
      }
    >
      <SignInWays onSignedIn={onSignedIn} isForProof={isForProof}>
        <Form onSignedIn={onSignedIn} />
      </SignInWays>
      {mayRegister ? (
        <p className="mt-5 text-sm text-muted">
          {isSigningUp ? "Already have an account?" : "Don't have an account?"}{" "}
          <button
            type="button"
            onClick={() => setIsSigningUp(!isSigningUp)}
            className="rounded font-medium text-primary-text underline-offset-4 hover:underline"
          >
            {isSigningUp ? "Log in" : "Sign up"}
          </button>
        </p>
      ) : null}
    </Dialog>
  );
}

/**
 * Returns a function that makes the page that of the signed-in user and lets the waiting calls go
 * on. If the page belongs to another user, it is loaded again and the calls are dropped, because
 * they would act in the wrong name. A user who must first change the password or set up a second
 * factor is led there.
 */
function useSignedIn(): (user: User) => void {
  const client = useQueryClient();
  const { pathname, search } = useLocation();
  const pageUser = useCurrentUser();
  return (user) => {
    if (isRestrictedUser(user)) {
      openNewDocument(pathname + search);
      return;
    }
    // `watchSession` reacts to the new user.
    client.setQueryData(currentUserQuery.queryKey, user);
    void client.invalidateQueries();
    signInQuestion.answer(pageUser === null || pageUser.id === user.id);
  };
}
