import type { RefObject } from "react";
import type { CreatedInvitation } from "#contract/invitations.ts";
import { Button } from "#web/ui/Button.tsx";
import { CopyButton } from "#web/ui/CopyButton.tsx";
import { Dialog } from "#web/ui/Dialog.tsx";
import { useFocusWhenLost } from "#web/ui/focus.ts";

interface InvitationLinkDialogProps {
  isOpen: boolean;
  onClose: () => void;
  invitation: CreatedInvitation;
  /**
   * Gets the focus after this dialog has closed, if the element that had the focus before no longer
   * exists.
   */
  focusAfterwards: RefObject<HTMLElement | null>;
}

/** Shows the link of an invitation, with a button to copy it. */
export function InvitationLinkDialog({
  isOpen,
  onClose,
  invitation: { username, link },
  focusAfterwards,
}: InvitationLinkDialogProps) {
  return (
    <Dialog
      open={isOpen}
      onOpenChange={onClose}
      title="Invitation link"
      description={
        <>
          For <span className="wrap-anywhere text-ink">{username}</span>. It works once, for seven
          days. A link that you copied before no longer works.
        </>
      }
      // With `onSubmit`, a click outside does not close the dialog. Closing the dialog by mistake
      // would lose the link.
      onSubmit={onClose}
      footer={<Button type="submit">Done</Button>}
    >
      <Link link={link ?? ""} focusAfterwards={focusAfterwards} />
    </Dialog>
  );
}

interface LinkProps {
  link: string;
  focusAfterwards: RefObject<HTMLElement | null>;
}

function Link({ link, focusAfterwards }: LinkProps) {
  useFocusWhenLost(focusAfterwards);
  return (
    <div className="flex items-center gap-2 rounded-lg border bg-sunken py-1 pr-1 pl-3">
      <code className="min-w-0 flex-1 font-mono text-xs wrap-anywhere">{link}</code>
      <CopyButton text={link} label="Copy link" />
    </div>
  );
}
