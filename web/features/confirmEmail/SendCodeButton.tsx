import type { UseFormReturn } from "react-hook-form";
import { Button } from "#web/ui/Button.tsx";
import type { SendCode } from "./useSendCode.ts";

interface SendCodeButtonProps {
  code: SendCode;
  form: UseFormReturn<{ code: string }>;
  /** Without JavaScript the button submits the form with this name. */
  name?: string;
}

/** Sends another code. Disabled until the server accepts a request again. */
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
          // The button is disabled next.
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
