import { useSyncExternalStore } from "react";
import {
  answerConfirmation,
  isConfirmationAsked,
  subscribeToQuestion,
} from "#web/app/api/confirmationQuestion.ts";
import { lazyWindow } from "#web/ui/lazyWindow.tsx";

const ConfirmEmailDialog = lazyWindow<{ isOpen: boolean; onClose: () => void }>(
  async () =>
    (await import("#web/features/confirmEmail/ConfirmEmailDialog.tsx")).ConfirmEmailDialog,
  { atIdle: false },
);

/** The dialog of `askForConfirmation`. Rendered once, at the root of the app. */
export function ConfirmationQuestion() {
  const isOpen = useSyncExternalStore(subscribeToQuestion, isConfirmationAsked, () => false);
  return <ConfirmEmailDialog isOpen={isOpen} onClose={() => answerConfirmation(false)} />;
}
