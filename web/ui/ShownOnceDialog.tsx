import type { ComponentProps, ReactNode, RefObject } from "react";
import { useState } from "react";
import { Button } from "./Button.tsx";
import { CopiedText } from "./CopiedText.tsx";
import { Dialog } from "./Dialog.tsx";
import { DiscardQuestion } from "./DiscardQuestion.tsx";
import { useFocusWhenLost } from "./focus.ts";
import { useUnsavedChanges } from "./unsavedChanges.ts";

interface ShownOnceDialogProps extends Omit<ShownOnceProps, "onCopied"> {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  description: ReactNode;
  size?: ComponentProps<typeof Dialog>["size"];
}

/**
 * Shows a secret, which cannot be read again, with a button that copies it. Until it is copied, only
 * *Done* closes the dialog without a question.
 */
export function ShownOnceDialog({
  isOpen,
  onClose,
  title,
  description,
  size,
  ...shown
}: ShownOnceDialogProps) {
  const [isCopied, setIsCopied] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const warning = `The ${shown.what} is not shown again.`;
  useUnsavedChanges(isOpen && !isCopied, warning);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={() => (isCopied ? onClose() : setIsAsking(true))}
      title={title}
      description={description}
      {...(size && { size })}
      // With `onSubmit`, a click outside does not close the dialog, which would lose the secret.
      onSubmit={onClose}
      footer={<Button type="submit">Done</Button>}
    >
      <ShownOnce {...shown} onCopied={() => setIsCopied(true)} />
      <DiscardQuestion
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        onDiscard={onClose}
        warning={warning}
      />
    </Dialog>
  );
}

interface ShownOnceProps {
  /** What is shown, such as 'key'. */
  what: string;
  secret: string;
  /** Gets the focus after the dialog has closed, if the element that had it no longer exists. */
  focusAfterwards: RefObject<HTMLElement | null>;
  onCopied: () => void;
  /** What to do with the secret, below it. */
  children?: ReactNode;
}

function ShownOnce({ what, secret, focusAfterwards, onCopied, children }: ShownOnceProps) {
  useFocusWhenLost(focusAfterwards);
  return (
    <div className="flex flex-col gap-5">
      <CopiedText text={secret} copyLabel={`Copy ${what}`} isFocusedFirst onCopied={onCopied} />
      {children}
    </div>
  );
}
