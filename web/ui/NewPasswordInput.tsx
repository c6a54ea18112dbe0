import type { ComponentProps } from "react";
import { useEffect, useState } from "react";
import { cn } from "./cn.ts";
import { PasswordInput } from "./PasswordInput.tsx";
import { useDebounced } from "./useDebounced.ts";

/** A field for a new password, with a hint how hard the typed password is to guess. */
export function NewPasswordInput(props: ComponentProps<typeof PasswordInput>) {
  const [typed, setTyped] = useState("");
  return (
    <div>
      <PasswordInput
        {...props}
        autoComplete="new-password"
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Strength password={typed} />
    </div>
  );
}

const HINTS = [
  { text: "Easy to guess", color: "bg-danger" },
  { text: "Could be stronger", color: "bg-amber-dot" },
  { text: "Strong", color: "bg-green-dot" },
  { text: "Very strong", color: "bg-green-dot" },
] as const;

/** Milliseconds without a key press after which the password is estimated. */
const DEBOUNCE_MS = 200;

/** The estimate, whose list of common passwords (170 kB) is loaded when a password is typed. */
function Strength({ password }: { password: string }) {
  const settled = useDebounced(password, DEBOUNCE_MS);
  const [estimate, setEstimate] = useState<{ password: string; score: number } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const show = ({ strengthOf }: typeof import("./strengthOf.ts")) => {
      if (isCurrent) setEstimate({ password: settled, score: strengthOf(settled) });
    };
    // Without the code there is no hint. The server refuses passwords that are too weak.
    if (settled !== "") void import("./strengthOf.ts").then(show, () => undefined);
    return () => {
      isCurrent = false;
    };
  }, [settled]);
  const hint = password === "" || !estimate ? undefined : HINTS[estimate.score];
  if (!hint || !estimate) return null;
  return (
    <p role="status" className="mt-1.5 flex items-center gap-2 text-sm text-muted">
      <span aria-hidden="true" className="flex w-20 gap-1">
        {HINTS.slice(1).map(({ text }, index) => (
          <span
            key={`${text}${String(index)}`}
            className={cn(
              "h-1 flex-1 rounded-full",
              index <= estimate.score - 1 || index === 0 ? hint.color : "bg-line",
            )}
          />
        ))}
      </span>
      {hint.text}
    </p>
  );
}
