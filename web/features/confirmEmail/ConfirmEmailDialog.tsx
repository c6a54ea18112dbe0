import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { confirmationQuestion } from "#web/app/api/questions.ts";
import { currentUserQuery, fetchCurrentUser } from "#web/app/api/session.ts";
import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Dialog } from "#web/ui/Dialog.tsx";
import { SendCodeButton } from "#web/ui/CodeField.tsx";
import { ConfirmationField, useConfirmEmail, useSendCode } from "./ConfirmationField.tsx";

interface ConfirmEmailDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/**
 * Mails a code when the dialog opens, and asks the user for this code. The action that requires a
 * confirmed e-mail address waits until the address is confirmed or the dialog is closed.
 */
export function ConfirmEmailDialog({ isOpen, onClose }: ConfirmEmailDialogProps) {
  const user = useCurrentUser();
  const [isLeaving, setIsLeaving] = useState(false);
  const client = useQueryClient();
  const onConfirmed = () => confirmationQuestion.answer(true);
  const { form, submit, isPending } = useConfirmEmail("", onConfirmed);
  const code = useSendCode(onConfirmed);
  const start = useEffectEvent(() => {
    form.reset();
    code.send();
  });
  const goOnIfConfirmed = useEffectEvent(async () => {
    const fresh = document.hidden ? null : await fetchCurrentUser(client).catch(() => null);
    if (!fresh?.confirmedAt) return;
    client.setQueryData(currentUserQuery.queryKey, fresh);
    onConfirmed();
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    start();
    // The user may have confirmed the e-mail address in another tab, by the link in the mail.
    const onVisible = () => void goOnIfConfirmed();
    document.addEventListener("visibilitychange", onVisible);
    return () => document.removeEventListener("visibilitychange", onVisible);
  }, [isOpen]);
  const leave = () => {
    if (!isPending) setIsLeaving(true);
  };
  return (
    <Dialog
      open={isOpen && !isLeaving}
      onOpenChange={leave}
      // `onClose` enables the button that waited for the dialog. `onClose` is called only after the
      // dialog has closed, because the button cannot take the focus before the dialog has released
      // the focus.
      onClosed={() => {
        if (!isLeaving) return;
        setIsLeaving(false);
        onClose();
      }}
      title="Confirm your email address"
      description={`We send a six-digit code to ${user?.username ?? "you"}. Enter it to go on.`}
      onSubmit={submit}
      isPending={isPending}
      footer={
        <>
          <Button variant="secondary" disabled={isPending} onClick={leave}>
            Cancel
          </Button>
          <Button type="submit" pending={isPending} pendingLabel="Confirming...">
            Confirm
          </Button>
        </>
      }
    >
      <div className="flex flex-col items-start gap-3">
        <ConfirmationField form={form} />
        <SendCodeButton code={code} focusField={() => form.setFocus("code")} />
      </div>
    </Dialog>
  );
}
