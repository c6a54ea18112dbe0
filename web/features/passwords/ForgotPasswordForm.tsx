import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef } from "react";
import { useForm } from "react-hook-form";
import { PasswordResetRequest } from "#contract/passwords.ts";
import { usePortal } from "#web/app/api/SessionContext.tsx";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { EmailField } from "#web/ui/EmailField.tsx";

/**
 * The form for the e-mail address to which the reset link is mailed. The response does not reveal
 * whether an account with this address exists.
 */
export function ForgotPasswordForm() {
  const form = useForm({
    resolver: zodResolver(PasswordResetRequest),
    defaultValues: { username: "" },
  });
  const { errors } = form.formState;
  const { sendsMail } = usePortal();
  const ask = useApiMutation("POST /api/password-reset", {
    form,
    errorFallback: "Failed to send the link",
  });
  const wantsAnother = useRef(false);
  useEffect(() => {
    // Moves the focus, because the button that had the focus no longer exists.
    if (wantsAnother.current && ask.isIdle) form.setFocus("username", { shouldSelect: true });
  }, [ask.isIdle, form]);
  const submit = form.handleSubmit((body) => {
    if (!ask.isPending) ask.mutate({ body });
  });
  const startAgain = () => {
    wantsAnother.current = true;
    ask.reset();
  };
  if (ask.isSuccess) return <Sent message={ask.data.message} onAgain={startAgain} />;
  return (
    <form
      method="post"
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => void submit(event)}
    >
      <EmailField register={() => form.register("username")} error={errors.username?.message} />
      <Button type="submit" pending={ask.isPending} pendingLabel="Sending...">
        {sendsMail ? "Send link" : "Create link"}
      </Button>
    </form>
  );
}

const LOGGED =
  "If there is an account with this address, the link is in the server's log now. Ask the operator of the portal for it.";

function Sent({ message, onAgain }: { message: string; onAgain: () => void }) {
  const { sendsMail } = usePortal();
  const text = useRef<HTMLDivElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <div className="flex flex-col gap-5">
      <div
        ref={text}
        tabIndex={-1}
        className="rounded-lg border bg-sunken px-4 py-3 text-base outline-none"
      >
        <p>{sendsMail ? message : LOGGED}</p>
        <p className="mt-2 text-sm text-muted">
          The link works for ten minutes.
          {sendsMail ? " Look among the unwanted mails as well." : null}
        </p>
      </div>
      <Button variant="secondary" onClick={onAgain}>
        Use another address
      </Button>
    </div>
  );
}
