import type { ComponentType } from "react";
import { toast } from "./toast.ts";
import type { LoadComponent } from "./useLazyComponent.ts";
import { useLazyComponent } from "./useLazyComponent.ts";

type WindowProps =
  | { readonly open: boolean; readonly onOpenChange: (open: boolean) => void }
  | { readonly isOpen: boolean; readonly onClose: () => void };

/**
 * Creates a dialog or drawer whose code is loaded when it is opened, or with `atIdle` when the
 * browser is idle. If the code cannot be loaded, the window is closed again and an error toast is
 * shown.
 */
export function lazyWindow<Props extends WindowProps>(
  load: LoadComponent<Props>,
  { atIdle }: { atIdle: boolean },
): ComponentType<Props> {
  return function LazyWindow(props: Props) {
    const isOpen = "open" in props ? props.open : props.isOpen;
    const onFailure = () => {
      if ("open" in props) props.onOpenChange(false);
      else props.onClose();
      // Browsers before 2026 cache a failed import until a reload, so repeating the action does not
      // help.
      const description = "Network error occurred. If it stays, reload the page.";
      toast({ title: "Error", description, variant: "destructive" });
    };
    const Window = useLazyComponent(load, { request: Number(isOpen), atIdle, onFailure });
    return Window ? <Window {...props} /> : null;
  };
}
