import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { LoginCodeRequest } from "#contract/loginCodes.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { useLocation } from "#web/app/navigation/NavigationContext.tsx";
import { Button } from "#web/ui/Button.tsx";
import { EmailField } from "#web/ui/EmailField.tsx";
import { useCountdown } from "#web/ui/CodeField.tsx";
import type { SignInFormProps } from "./LoginForm.tsx";
import { MailCodeStep } from "./MailCodeStep.tsx";

/** Maximum length of the path to which the mailed link leads. */
const PATH_LENGTH = 500;

interface MailCodeFormProps extends SignInFormProps {
  /** The address that was typed before; empty if none was. */
  typedAddress: string;
  onBack: () => void;
}

/**
 * Logs in by a mailed code: the address, then the code. The link in the mail does the same in the
 * browser that opens it.
 */
export function MailCodeForm({ typedAddress, onBack, onSignedIn }: MailCodeFormProps) {
  const [address, setAddress] = useState<string | null>(null);
  const [secondsLeft, startCountdown] = useCountdown();
  const from = useReturnPath(onSignedIn !== undefined);
  const form = useForm({
    resolver: zodResolver(LoginCodeRequest),
    defaultValues: { username: address ?? typedAddress },
  });
  const { isPending, isSuccess, mutate } = useApiMutation("POST /api/login/code", {
    form,
    errorFallback: "Failed to send the code",
    onSuccess: ({ resendIn }, { body }) => {
      startCountdown(resendIn);
      setAddress(body.username);
    },
  });
  const send = (username: string) => {
    if (!isPending) mutate({ body: { username, from } });
  };
  useEffect(() => {
    if (address === null) form.setFocus("username", { shouldSelect: true });
  }, [address, form]);
  if (address !== null)
    return (
      <MailCodeStep
        address={address}
        code={{ send: () => send(address), isPending, isSent: isSuccess, secondsLeft }}
        onSignedIn={onSignedIn}
        onBack={() => setAddress(null)}
      />
    );
  const submit = form.handleSubmit(({ username }) => send(username));
  return (
    <form
      method="post"
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => void submit(event)}
    >
      <EmailField
        register={() => form.register("username")}
        error={form.formState.errors.username?.message}
      />
      <Button type="submit" pending={isPending} pendingLabel="Sending...">
        Email me a code
      </Button>
      <Button variant="ghost" disabled={isPending} onClick={onBack}>
        Use a password
      </Button>
    </form>
  );
}

/**
 * Returns the page that the mailed link opens: in a dialog the page below it, and on a sign-in page
 * the one in its parameter `from`.
 */
function useReturnPath(isOverPage: boolean): string | undefined {
  const { pathname, search } = useLocation();
  const path = isOverPage ? pathname + search : new URLSearchParams(search).get("from");
  return path !== null && path.length <= PATH_LENGTH ? path : undefined;
}
