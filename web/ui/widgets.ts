/**
 * The code of dialogs, drawers and toasts. It is one chunk, which is loaded when the browser is
 * idle or when the first of these components is needed.
 */
export { ConfirmWindow } from "./ConfirmWindow.tsx";
export { DialogWindow } from "./DialogWindow.tsx";
export { DrawerPanel } from "./DrawerPanel.tsx";
export { ToastRegion } from "./ToastRegion.tsx";
