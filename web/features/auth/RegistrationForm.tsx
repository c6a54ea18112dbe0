import type { ReactNode, SubmitEvent } from "react";
import { Button } from "#web/ui/Button.tsx";

interface RegistrationFormProps {
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => Promise<void>;
  isPending: boolean;
  /** The fields of the form. */
  children: ReactNode;
}

/**
 * The frame of a registration form with its submit button. The method is POST so that a form sent
 * before hydration does not put the password into the URL.
 */
export function RegistrationForm({ onSubmit, isPending, children }: RegistrationFormProps) {
  return (
    <form
      method="post"
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => void onSubmit(event)}
    >
      {children}
      <Button type="submit" pending={isPending} pendingLabel="Creating account...">
        Sign up
      </Button>
    </form>
  );
}
