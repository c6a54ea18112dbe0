import type { UseFormReturn } from "react-hook-form";
import { Button } from "#web/ui/Button.tsx";
import type { SendCode } from "./useSendCode.ts";

interface SendCodeButtonProps {
  code: SendCode;
  form: UseFormReturn<{ code: string }>;
  /** Without JavaScript the button submits the form. The request then contains this name. */
  name?: string;
}

/** Sends another code. The button is disabled until the server accepts another request. */
export function SendCodeButton({ code, form, name }: SendCodeButtonProps) {
  const { send, isPending, isSent, secondsLeft } = code;
  return (
    <div>
      <Button
        type={name === undefined ? "button" : "submit"}
        name={name}
        value={name === undefined ? undefined : "1"}
        variant="secondary"
        disabled={secondsLeft > 0}
        pending={isPending}
        pendingLabel="Sending..."
        onClick={(event) => {
          event.preventDefault();
          send();
          // Moves the focus, because the button is about to be disabled.
          form.setFocus("code");
        }}
      >
        {secondsLeft > 0 ? `Send a new code in ${String(secondsLeft)} s` : "Send a new code"}
      </Button>
      <span role="status" className="sr-only">
        {isSent && !isPending ? "A code is on its way" : null}
      </span>
    </div>
  );
}
