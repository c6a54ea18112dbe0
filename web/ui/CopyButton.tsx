import { useEffect, useState } from "react";
import { Button } from "./Button.tsx";
import { Check, Copy } from "./adminIcons.ts";
import { copyText } from "./copyText.ts";

interface CopyButtonProps {
  text: string;
  /** The button's label, for instance 'Copy value'. */
  label: string;
  /**
   * Whether the label is visible text. Otherwise the label is the accessible name of an icon
   * button.
   */
  hasVisibleLabel?: boolean;
  /** Whether a dialog that opens focuses the button. */
  isFocusedFirst?: boolean;
  onCopied?: () => void;
}

const SHOWN_MS = 2000;

/** A button that copies a text to the clipboard and shows the result for two seconds. */
export function CopyButton({
  text,
  label,
  hasVisibleLabel = false,
  isFocusedFirst = false,
  onCopied,
}: CopyButtonProps) {
  const [copied, setCopied] = useState<"yes" | "no" | null>(null);
  useEffect(() => {
    if (copied === null) return undefined;
    const timer = setTimeout(() => setCopied(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    const isDone = await copyText(text);
    setCopied(isDone ? "yes" : "no");
    if (isDone) onCopied?.();
  };
  const Icon = copied === "yes" ? Check : Copy;
  const look = hasVisibleLabel
    ? ({ variant: "secondary" } as const)
    : ({ variant: "ghost", size: "icon", "aria-label": label, title: label } as const);
  return (
    <span className="flex shrink-0 items-center gap-2">
      <span role="status" className={copied === "no" ? "text-xs text-danger-text" : "sr-only"}>
        {copied === "yes" ? "Copied" : copied === "no" ? "Could not copy" : ""}
      </span>
      <Button {...look} data-autofocus={isFocusedFirst || undefined} onClick={() => void copy()}>
        <Icon aria-hidden="true" className={copied === "yes" ? "text-green-text" : "text-muted"} />
        {hasVisibleLabel ? label : null}
      </Button>
    </span>
  );
}
