import { useEffect, useState } from "react";
import { answerConfirmation, showQuestionsBy } from "#web/app/api/confirmationQuestion.ts";
import { lazyWindow } from "#web/ui/lazyComponent.tsx";

const ConfirmEmailDialog = lazyWindow<{ isOpen: boolean; onClose: () => void }>(
  async () =>
    (await import("#web/features/confirmEmail/ConfirmEmailDialog.tsx")).ConfirmEmailDialog,
  { atIdle: false },
);

/** The dialog that `askForConfirmation` opens. Rendered once, at the root of the app. */
export function ConfirmationQuestion() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => showQuestionsBy(setIsOpen), []);
  return <ConfirmEmailDialog isOpen={isOpen} onClose={() => answerConfirmation(false)} />;
}
