import type { ComponentProps } from "react";
import { useEffect, useState } from "react";
import { Button } from "./Button.tsx";
import { Field } from "./Field.tsx";
import { TextInput } from "./TextInput.tsx";

interface CodeFieldProps {
  /** Connects the field with its form. */
  input: ComponentProps<"input">;
  error: string | undefined;
  /** For how many minutes the code works. */
  minutes: number;
  /**
   * The value in the server's HTML. The form sets the value of the field only in the browser.
   */
  defaultValue?: string | undefined;
}

/** The field for a mailed six-digit code. */
export function CodeField({ input, error, minutes, defaultValue }: CodeFieldProps) {
  return (
    <Field
      label="Six-digit code"
      required
      help={`It works for ${String(minutes)} minutes. Look among the unwanted mails as well.`}
      error={error}
    >
      {(control) => (
        <TextInput
          {...control}
          {...input}
          defaultValue={defaultValue}
          inputMode="numeric"
          autoComplete="one-time-code"
          className="max-w-48"
        />
      )}
    </Field>
  );
}

/** The state of a code that can be sent again. */
export interface SendCode {
  readonly send: () => void;
  readonly isPending: boolean;
  readonly isSent: boolean;
  /** Seconds until another code can be sent; 0 if a code can be sent now. */
  readonly secondsLeft: number;
}

/** Returns a number of seconds that counts down to 0, and a function that sets it. */
export function useCountdown(): [secondsLeft: number, start: (seconds: number) => void] {
  const [secondsLeft, setSecondsLeft] = useState(0);
  const isWaiting = secondsLeft > 0;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => setSecondsLeft((left) => Math.max(0, left - 1)), 1000);
    return () => clearInterval(timer);
  }, [isWaiting]);
  return [secondsLeft, setSecondsLeft];
}

interface SendCodeButtonProps {
  code: SendCode;
  /** Moves the focus to the field for the code, because the button is about to be disabled. */
  focusField: () => void;
  /** Without JavaScript the button submits the form. The request then contains this name. */
  name?: string;
}

/** Sends another code. The button is disabled until the server accepts another request. */
export function SendCodeButton({ code, focusField, name }: SendCodeButtonProps) {
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
          focusField();
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
