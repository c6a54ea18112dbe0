import { CopyButton } from "./CopyButton.tsx";

interface CopiedTextProps {
  text: string;
  /** The name of the button, for instance 'Copy key'. */
  copyLabel: string;
  /** Whether a dialog that opens focuses the button. */
  isFocusedFirst?: boolean;
  onCopied?: () => void;
}

/** A text in a box, such as a key or a command, with a button that copies it. */
export function CopiedText({ text, copyLabel, isFocusedFirst = false, onCopied }: CopiedTextProps) {
  return (
    <div className="flex items-start gap-2 rounded-lg border bg-sunken py-1 pr-1 pl-3 text-ink">
      <code className="min-w-0 flex-1 py-2 font-mono text-sm whitespace-pre-wrap wrap-anywhere">
        {text}
      </code>
      <CopyButton
        text={text}
        label={copyLabel}
        isFocusedFirst={isFocusedFirst}
        {...(onCopied && { onCopied })}
      />
    </div>
  );
}
