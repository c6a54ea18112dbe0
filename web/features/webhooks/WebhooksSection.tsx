import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import type { SavedWebhook, Webhook } from "#contract/webhooks.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { Webhook as WebhookIcon } from "#web/ui/adminIcons.ts";
import { Button } from "#web/ui/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { Plus } from "#web/ui/icons.ts";
import { LoadedContent } from "#web/ui/LoadedContent.tsx";
import { ScreenSection } from "#web/ui/ScreenSection.tsx";
import { StackedTable, StackedTableSkeleton } from "#web/ui/StackedTable.tsx";
import type { DialogState } from "#web/ui/useDialogState.ts";
import { OpenDialog, useDialogState } from "#web/ui/useDialogState.ts";
import { WATCH_MS } from "./useRefetchWebhooks.ts";
import { RotateDialog, SecretDialog } from "./SecretDialog.tsx";
import { WebhookDialog } from "./WebhookDialog.tsx";
import { WebhookLogDialog } from "./WebhookLogDialog.tsx";
import { DeleteDialog, OffDialog } from "./WebhookQuestions.tsx";
import type { OpenProps } from "./WebhookRow.tsx";
import { WebhookRow } from "./WebhookRow.tsx";

/** The section where admins add, change and watch webhooks and chats. */
export function WebhooksSection() {
  const addButton = useRef<HTMLButtonElement>(null);
  const dialogs = {
    edit: useDialogState<Webhook | "new">(),
    log: useDialogState<Webhook>(),
    rotate: useDialogState<Webhook>(),
    off: useDialogState<Webhook>(),
    delete: useDialogState<Webhook>(),
  };
  const secret = useDialogState<string>();
  const showSecret = (saved: Pick<SavedWebhook, "secret">) => {
    if (saved.secret !== null) secret.open(saved.secret);
  };
  return (
    <ScreenSection
      id="webhooks"
      title="Webhooks and chat"
      actions={
        <Button
          ref={addButton}
          variant="secondary"
          aria-haspopup="dialog"
          onClick={() => dialogs.edit.open("new")}
        >
          <Plus aria-hidden="true" />
          Add
        </Button>
      }
    >
      <p className="-mt-3 mb-5 max-w-prose text-sm text-muted">
        Tell your own programs, or a channel in Slack, Discord, Microsoft Teams, Mattermost or
        Google Chat, what happens on your boards.
      </p>
      <Webhooks onOpen={(name, webhook) => dialogs[name].open(webhook)} />
      <OpenDialog state={dialogs.edit}>
        {(webhook, frame) => (
          <WebhookDialog
            {...frame}
            webhook={webhook === "new" ? null : webhook}
            onSaved={showSecret}
          />
        )}
      </OpenDialog>
      <OpenDialog state={secret}>
        {(shown, frame) => <SecretDialog {...frame} secret={shown} focusAfterwards={addButton} />}
      </OpenDialog>
      <OtherDialogs {...dialogs} onSecret={secret.open} />
    </ScreenSection>
  );
}

function Webhooks({ onOpen }: OpenProps) {
  const webhooks = useQuery({
    ...webhooksQuery(),
    refetchInterval: ({ state }) => (state.data?.some(isDue) ? WATCH_MS : false),
  });
  return (
    <LoadedContent
      query={webhooks}
      skeleton={<StackedTableSkeleton label="Loading webhooks" rows={2} />}
      errorMessage="Failed to fetch webhooks"
    >
      {(loaded) => <WebhookTable webhooks={loaded} onOpen={onOpen} />}
    </LoadedContent>
  );
}

type OtherDialogsProps = Readonly<
  Record<"log" | "rotate" | "off" | "delete", DialogState<Webhook>>
> & { onSecret: (secret: string) => void };

function OtherDialogs({ log, rotate, off, delete: deletion, onSecret }: OtherDialogsProps) {
  return (
    <>
      <OpenDialog state={rotate}>
        {(webhook, frame) => <RotateDialog {...frame} webhook={webhook} onSecret={onSecret} />}
      </OpenDialog>
      <OpenDialog state={log}>
        {({ id, name }, frame) => <WebhookLogDialog {...frame} id={id} name={name} />}
      </OpenDialog>
      <OpenDialog state={off}>
        {(webhook, frame) => <OffDialog {...frame} webhook={webhook} />}
      </OpenDialog>
      <OpenDialog state={deletion}>
        {(webhook, frame) => <DeleteDialog {...frame} webhook={webhook} />}
      </OpenDialog>
    </>
  );
}

/** Whether an attempt is possibly made within seconds. A failing endpoint waits for longer. */
const isDue = ({ isOn, unfinished, failingSince }: Webhook) =>
  isOn && unfinished > 0 && failingSince === null;

function WebhookTable({ webhooks, onOpen }: OpenProps & { webhooks: readonly Webhook[] }) {
  if (webhooks.length === 0) {
    return (
      <EmptyState
        icon={WebhookIcon}
        title="No webhooks yet"
        text="Add one to tell a channel about new feedback, or to keep another system up to date."
      />
    );
  }
  return (
    <StackedTable
      label="Webhooks"
      columns={["Endpoint", "Events", "Last answer", "Actions"]}
      tableFrom="4xl"
    >
      {webhooks.map((webhook) => (
        <WebhookRow key={webhook.id} webhook={webhook} onOpen={onOpen} />
      ))}
    </StackedTable>
  );
}

/** Returns the query for the company's endpoints, which are refetched on each visit. */
export function webhooksQuery() {
  return { ...apiQuery("/api/webhooks"), staleTime: 0 } as const;
}
