import { toast } from "./toast.ts";

/** Options of `deferred` for what is opened: where its code does not come, it is closed again, so that the next press is a new attempt. */
export const DEFERRED_WINDOW = {
  wishOf: ({ open }: Opened) => open,
  onFailure: ({ onOpenChange }: Opened) => {
    onOpenChange(false);
    sayUnloaded();
  },
};

/** The same for a feature's own dialog, whose code comes when it is opened and not before. */
export const DEFERRED_DIALOG = {
  wishOf: ({ isOpen }: DialogFrame) => isOpen,
  comesAtRest: false,
  onFailure: ({ onClose }: DialogFrame) => {
    onClose();
    sayUnloaded();
  },
};

interface Opened {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

interface DialogFrame {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Up to 2026 browsers fail a second attempt as well, until the page is loaded anew. */
function sayUnloaded(): void {
  toast({
    title: "Error",
    description: "Network error occurred. If it stays, reload the page.",
    variant: "destructive",
  });
}
