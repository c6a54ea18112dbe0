import { Download } from "#web/ui/adminIcons.ts";
import type { ReactNode } from "react";
import { useState } from "react";
import { accountApi } from "#contract/account.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { Card } from "#web/ui/Card.tsx";
import { saveJson } from "#web/ui/saveJson.ts";
import { DeleteAccountDialog } from "./DeleteAccountDialog.tsx";

/** The card where users download the data of their account or delete the account. */
export function DataCard() {
  return (
    <Card title="Your data" description="What this portal stores of your account.">
      <div className="flex flex-col gap-4">
        <DownloadData />
        <DeleteAccount />
      </div>
    </Card>
  );
}

function DownloadData() {
  const download = useApiMutation(accountApi.data, {
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
