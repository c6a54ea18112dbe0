import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { AccountDeletion, accountApi } from "#contract/account.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { openNewDocument } from "#web/app/navigation/openNewDocument.ts";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";
import { forgetDrafts } from "#web/ui/drafts.ts";
import { forgetUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import { BothFactorsFields } from "./BothFactorsFields.tsx";
import { mfaStatusQuery } from "./mfaStatusQuery.ts";

const CONFLICT = 409;

/**
 * Deletes the account after the user has confirmed with the password and, if the second factor is
 * on, with a code.
 */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const { data: mfa, refetch } = useQuery(mfaStatusQuery);
  const form = useForm<{ password: string; code?: string }>({
    resolver: zodResolver(AccountDeletion),
    defaultValues: { password: "" },
  });
  const remove = useApiMutation(accountApi.remove, {
    form,
    errorFallback: "Failed to delete your account",
    isShown: ({ status }) => status === CONFLICT,
    // Displays the code field if the second factor was turned on after the dialog was opened.
    onError: () => void refetch(),
    onSuccess: () => {
      // The cache is cleared only when the page unloads, because the rendered components still need
      // their data.
      window.addEventListener("pagehide", () => client.clear(), { once: true });
      forgetUnsavedChanges();
      forgetDrafts();
      openNewDocument("/account-deleted");
    },
  });
  const refusal = remove.error?.status === CONFLICT ? remove.error.serverMessage : undefined;
  const submit = form.handleSubmit((body) => {
    if (!remove.isPending) remove.mutate({ body });
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Delete your account"
      description="This cannot be undone."
      confirmLabel="Delete account"
      pendingLabel="Deleting..."
      pending={remove.isPending || remove.isSuccess}
      onConfirm={() => void submit()}
    >
      <ul className="mb-5 flex list-disc flex-col gap-1.5 pl-5 text-sm">
        <li>Your items and comments stay, and show “Deleted user” instead of your name.</li>
        <li>Your votes are taken back.</li>
        <li>You are signed out everywhere.</li>
        <li>Your e-mail address is free for a new account, which starts empty.</li>
      </ul>
      {refusal ? (
        <p role="alert" className="mb-5 rounded-lg border bg-sunken px-4 py-3 text-sm">
          {refusal}
        </p>
      ) : null}
      <BothFactorsFields
        register={form.register}
        errors={form.formState.errors}
        withCode={mfa?.isOn === true}
      />
    </ConfirmDialog>
  );
}
