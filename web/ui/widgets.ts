/** What dialogs, drawers and toasts are made of, in one file that comes when the page is at rest. */
export { ConfirmWindow } from "./ConfirmWindow.tsx";
export { DialogWindow } from "./DialogWindow.tsx";
export { DrawerPanel } from "./DrawerPanel.tsx";
export { ToastRegion } from "./ToastRegion.tsx";
