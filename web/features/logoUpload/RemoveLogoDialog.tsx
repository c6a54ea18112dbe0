import type { RefObject } from "react";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";
import { useFocusWhenLost } from "#web/ui/useFocusWhenLost.ts";

/** The call that removes a logo, and whether it is pending. */
export interface LogoRemoval {
  readonly isPending: boolean;
  readonly remove: () => void;
}

interface RemoveLogoDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The name of the company or installation to which the logo belongs. */
  name: string;
  removal: LogoRemoval;
  /**
   * Gets the focus after the removal, because the button that opened the dialog no longer exists.
   */
  focusAfterwards: RefObject<HTMLElement | null>;
}

/** Asks for confirmation, then removes the logo. */
export function RemoveLogoDialog(props: RemoveLogoDialogProps) {
  const { isOpen, onClose, name, removal, focusAfterwards } = props;
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={onClose}
      title="Remove the logo?"
      description={<Consequences name={name} focusAfterwards={focusAfterwards} />}
      confirmLabel="Remove logo"
      pendingLabel="Removing..."
      pending={removal.isPending}
      onConfirm={removal.remove}
    />
  );
}

type ConsequencesProps = Pick<RemoveLogoDialogProps, "name" | "focusAfterwards">;

function Consequences({ name, focusAfterwards }: ConsequencesProps) {
  useFocusWhenLost(focusAfterwards);
  return (
    <>
      Pages will show the name{" "}
      <strong dir="auto" className="font-semibold wrap-anywhere text-ink">
        {name}
      </strong>{" "}
      instead. The file is deleted.
    </>
  );
}
