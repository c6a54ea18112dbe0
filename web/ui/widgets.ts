/**
 * The code of dialogs, drawers and toasts. It is one chunk, which is loaded when the browser is
 * idle.
 */
export { ConfirmWindow } from "./ConfirmWindow.tsx";
export { DialogWindow } from "./DialogWindow.tsx";
export { DrawerPanel } from "./DrawerPanel.tsx";
export { ToastRegion } from "./ToastRegion.tsx";
