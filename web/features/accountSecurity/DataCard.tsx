import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { AccountDeletion } from "#contract/account.ts";
import { useHasPassword } from "#web/app/api/signInMethods.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { useFreshMutation } from "#web/app/api/useFreshMutation.ts";
import { openNewDocument } from "#web/app/navigation/openNewDocument.ts";
import { Button } from "#web/ui/Button.tsx";
import { Card } from "#web/ui/Card.tsx";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";
import { forgetDrafts } from "#web/ui/drafts.ts";
import { saveJson } from "#web/ui/saveJson.ts";
import { forgetUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import { BothFactorsFields } from "./BothFactorsFields.tsx";
import { MergeAccountDialog } from "./MergeAccountDialog.tsx";
import { mfaStatusQuery } from "./MfaLoader.tsx";
import { Download } from "#web/ui/adminIcons.ts";

interface DataCardProps {
  /** The user's e-mail address. */
  address: string;
}

/** The card where users download the data of their account, merge another into it, or delete it. */
export function DataCard({ address }: DataCardProps) {
  return (
    <Card title="Your data" description="What this portal stores of your account.">
      <div className="flex flex-col gap-4">
        <DownloadData />
        <MergeAccount address={address} />
        <DeleteAccount />
      </div>
    </Card>
  );
}

function DownloadData() {
  const download = useApiMutation("GET /api/user/data", {
    success: "Data downloaded successfully",
    errorFallback: "Failed to download your data",
    onSuccess: (data) => saveJson(data, "account-data.json"),
  });
  return (
    <Row text="A file with your account, sessions, items, comments and votes.">
      <Button
        variant="secondary"
        pending={download.isPending}
        pendingLabel="Downloading..."
        onClick={() => download.mutate()}
      >
        <Download aria-hidden="true" />
        Download your data
      </Button>
    </Row>
  );
}

function MergeAccount({ address }: DataCardProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Row text="Moves what another account of yours has written to this one.">
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Merge another account
      </Button>
      {isOpen ? <MergeAccountDialog address={address} onClose={() => setIsOpen(false)} /> : null}
    </Row>
  );
}

function DeleteAccount() {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Row text="Ends your account for good.">
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
        Delete account
      </Button>
      {isAsking ? <DeleteAccountDialog onClose={() => setIsAsking(false)} /> : null}
    </Row>
  );
}

function Row({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="min-w-0 flex-1 basis-48 text-sm text-muted">{text}</p>
      {children}
    </div>
  );
}

const CONFLICT = 409;

/**
 * Deletes the account after the user has confirmed with the password and, if the second factor is
 * on, with a code.
 */
function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const { data: mfa, refetch } = useQuery(mfaStatusQuery);
  const withPassword = useHasPassword();
  const form = useForm<{ password?: string | undefined; code?: string | undefined }>({
    resolver: zodResolver(AccountDeletion),
    defaultValues: { password: withPassword ? "" : undefined },
  });
  const remove = useFreshMutation("DELETE /api/user", {
    form,
    freshFor: "delete your account",
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
        withPassword={withPassword}
      />
    </ConfirmDialog>
  );
}
