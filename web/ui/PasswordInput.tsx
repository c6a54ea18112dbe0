import { Eye, EyeOff } from "./adminIcons.ts";
import { useState } from "react";
import type { ComponentProps } from "react";
import { TextInput } from "./TextInput.tsx";

type PasswordInputProps = Omit<ComponentProps<typeof TextInput>, "type" | "start" | "end">;

/** A password field with a button that shows the password. Set a suitable `autoComplete`. */
export function PasswordInput(props: PasswordInputProps) {
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
          aria-label={shown ? "Hide password" : "Show password"}
          onClick={() => setShown(!shown)}
          className="-mr-3 grid size-10 place-items-center rounded-lg hover:text-ink focus-visible:-outline-offset-2"
        >
          <Icon aria-hidden="true" />
        </button>
      }
    />
  );
}
