import { useState } from "react";
import type { ComponentProps } from "react";
import { TextInput } from "./TextInput.tsx";
import { Eye, EyeOff } from "./adminIcons.ts";

interface PasswordInputProps extends Omit<
  ComponentProps<typeof TextInput>,
  "type" | "start" | "end"
> {
  /** What the button shows and hides. */
  secret?: string;
}

/** A field for a secret with a button that shows the secret. Set a suitable `autoComplete`. */
export function PasswordInput({ secret = "password", ...props }: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <TextInput
      {...props}
      type={shown ? "text" : "password"}
      spellCheck={false}
      autoCapitalize="none"
      end={
        <button
          type="button"
          aria-label={`${shown ? "Hide" : "Show"} ${secret}`}
          onClick={() => setShown(!shown)}
          className="-mr-3 grid size-10 place-items-center rounded-lg hover:text-ink focus-visible:-outline-offset-2"
        >
          <Icon aria-hidden="true" />
        </button>
      }
    />
  );
}
