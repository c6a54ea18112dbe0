import { useEffect, useRef } from "react";
import { Button } from "#web/ui/Button.tsx";
import { SendCodeButton } from "#web/ui/CodeField.tsx";
import { ConfirmationField, useConfirmEmail, useSendCode } from "./ConfirmationField.tsx";

const PROBLEMS: Readonly<Record<string, string>> = {
  code: "This code is not right, or no longer works.",
  wait: "Too many attempts. Try again later.",
};

interface ConfirmEmailFormProps {
  /** The code from the link in the mail; empty if the page was opened without the link. */
  code: string;
  /**
   * The key of the problem that the server found in a form sent without JavaScript; null if there
   * was no problem.
   */
  problem: string | null;
  /** Whether the server has mailed a code for a form sent without JavaScript. */
  isSent: boolean;
}

/**
 * The form of the page /confirm-email. Without JavaScript the browser posts the form to this page.
 */
export function ConfirmEmailForm({ code, problem, isSent }: ConfirmEmailFormProps) {
  const { form, submit, isPending } = useConfirmEmail(code, () => undefined);
  const sending = useSendCode(() => undefined);
  return (
    <form
      method="post"
      action="/confirm-email"
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {isSent ? <p role="status">A code is on its way.</p> : null}
      <ConfirmationField
        form={form}
        problem={problem === null ? undefined : PROBLEMS[problem]}
        defaultValue={code}
      />
      <Button type="submit" pending={isPending} pendingLabel="Confirming...">
        Confirm
      </Button>
      <SendCodeButton code={sending} focusField={() => form.setFocus("code")} name="send" />
    </form>
  );
}

/**
 * Displayed once the e-mail address is confirmed. The text gets the focus, because the form no
 * longer exists.
 */
export function AddressConfirmed() {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <div className="flex flex-col gap-5">
      <p
        ref={text}
        tabIndex={-1}
        className="rounded-lg border bg-sunken px-4 py-3 text-base outline-none"
      >
        Your email address is confirmed. The page that asked for the code goes on when you return to
        it.
      </p>
      <Button asChild>
        <a href="/feedback">Go to the feedback</a>
      </Button>
    </div>
  );
}
