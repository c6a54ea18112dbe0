import type { RefObject } from "react";
import { useState } from "react";
import { Button } from "#web/ui/Button.tsx";
import { CopyButton } from "#web/ui/CopyButton.tsx";
import { Dialog } from "#web/ui/Dialog.tsx";
import { DiscardQuestion } from "#web/ui/DiscardQuestion.tsx";
import { useUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import { useFocusWhenLost } from "#web/ui/focus.ts";

const LOSS = "The password is not shown again.";

interface TemporaryPasswordDialogProps {
  isOpen: boolean;
  onClose: () => void;
  account: { readonly username: string; readonly password: string };
  /**
   * Gets the focus after this dialog has closed, because the dialog that was open before no longer
   * exists.
   */
  focusAfterwards: RefObject<HTMLElement | null>;
}

/**
 * Displays the temporary password of a new account once, with a button to copy it
 * (docs/product-decisions.md "Accounts"). Closing the dialog without "Done" requires a
 * confirmation.
 */
export function TemporaryPasswordDialog({
  isOpen,
  onClose,
  account,
  focusAfterwards,
}: TemporaryPasswordDialogProps) {
  const [isAsking, setIsAsking] = useState(false);
  useUnsavedChanges(isOpen, LOSS);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={() => setIsAsking(true)}
      title="Temporary password"
      description={
        <>
          For <span className="wrap-anywhere text-ink">{account.username}</span>. It must be changed
          at the first login and expires after 24 hours.
        </>
      }
      // A dialog with `onSubmit` does not close when the user clicks outside. Otherwise a click
      // outside would lose the password.
      onSubmit={onClose}
      footer={
        <Button type="submit" data-autofocus>
          Done
        </Button>
      }
    >
      <Password password={account.password} focusAfterwards={focusAfterwards} />
      <DiscardQuestion
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        onDiscard={onClose}
        warning={LOSS}
      />
    </Dialog>
  );
}

interface PasswordProps {
  password: string;
  focusAfterwards: RefObject<HTMLElement | null>;
}

function Password({ password, focusAfterwards }: PasswordProps) {
  useFocusWhenLost(focusAfterwards);
  return (
    <>
      <div className="flex items-center gap-2 rounded-lg border bg-sunken py-1 pr-1 pl-3">
        <code className="min-w-0 flex-1 font-mono text-base wrap-anywhere">{password}</code>
        <CopyButton text={password} label="Copy password" />
      </div>
      <p className="mt-3 text-sm">Copy it now: it is not shown again.</p>
    </>
  );
}
