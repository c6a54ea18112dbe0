import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { ApiKey, CreatedApiKey } from "#contract/apiKeys.ts";
import { SCOPE_WORDS } from "#contract/scopes.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { MutationDialog } from "#web/app/api/MutationDialog.tsx";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { LoadedContent } from "#web/ui/LoadedContent.tsx";
import { CalendarDate, RelativeTime } from "#web/ui/RelativeTime.tsx";
import { ScreenSection } from "#web/ui/ScreenSection.tsx";
import {
  StackedActions,
  StackedCell,
  StackedHeader,
  StackedRow,
  StackedTable,
  StackedTableSkeleton,
} from "#web/ui/StackedTable.tsx";
import { OpenDialog, useDialogState } from "#web/ui/useDialogState.ts";
import { KeyRound } from "#web/ui/adminIcons.ts";
import { Plus } from "#web/ui/icons.ts";
import { ApiKeyDialog, NewKeyDialog } from "./ApiKeyDialog.tsx";

/**
 * The section where admins make, change and revoke API keys (docs/product-decisions.md "API keys,
 * webhooks, chat").
 */
export function ApiKeysSection() {
  const keys = useQuery(apiKeysQuery());
  const refetch = useRefetch();
  const newButton = useRef<HTMLButtonElement>(null);
  const edited = useDialogState<ApiKey | "new">();
  const created = useDialogState<CreatedApiKey>();
  const revoked = useDialogState<ApiKey>();
  return (
    <ScreenSection
      id="api-keys"
      title="API keys"
      actions={
        <Button ref={newButton} aria-haspopup="dialog" onClick={() => edited.open("new")}>
          <Plus aria-hidden="true" />
          New key
        </Button>
      }
    >
      <p className="-mt-3 mb-5 max-w-prose text-sm text-muted">
        A key lets a program of yours use the API, within the scopes that you give it. The{" "}
        <a href="/api/docs" className="underline">
          API documentation
        </a>{" "}
        shows how, also for{" "}
        <a href="/api/docs/automation" className="underline">
          Zapier, n8n and Make
        </a>{" "}
        and for{" "}
        <a href="/api/docs/assistants" className="underline">
          AI assistants
        </a>
        .
      </p>
      <LoadedContent
        query={keys}
        skeleton={<StackedTableSkeleton label="Loading API keys" rows={2} />}
        errorMessage="Failed to fetch API keys"
      >
        {(loaded) => <KeyTable keys={loaded} onChange={edited.open} onRevoke={revoked.open} />}
      </LoadedContent>
      <OpenDialog state={edited}>
        {(key, frame) => (
          <ApiKeyDialog
            {...frame}
            apiKey={key === "new" ? null : key}
            onSaved={refetch}
            onCreated={created.open}
          />
        )}
      </OpenDialog>
      <OpenDialog state={created}>
        {(key, frame) => <NewKeyDialog {...frame} created={key} focusAfterwards={newButton} />}
      </OpenDialog>
      <OpenDialog state={revoked}>
        {(key, frame) => <RevokeDialog {...frame} apiKey={key} />}
      </OpenDialog>
    </ScreenSection>
  );
}

/** The columns of the table of keys, in the order of a row's cells. */
const COLUMNS = ["Key", "Scopes", "Last used", "Expires", "Actions"] as const;

interface KeyTableProps {
  keys: readonly ApiKey[];
  onChange: (key: ApiKey) => void;
  onRevoke: (key: ApiKey) => void;
}

function KeyTable({ keys, onChange, onRevoke }: KeyTableProps) {
  if (keys.length === 0) {
    return (
      <EmptyState
        icon={KeyRound}
        title="No API keys yet"
        text="Make one to create feedback from your application, sync it elsewhere, or automate your board."
      />
    );
  }
  return (
    <StackedTable label="API keys" columns={COLUMNS} tableFrom="4xl">
      {keys.map((key) => (
        <KeyRow
          key={key.id}
          apiKey={key}
          onChange={() => onChange(key)}
          onRevoke={() => onRevoke(key)}
        />
      ))}
    </StackedTable>
  );
}

interface KeyRowProps {
  apiKey: ApiKey;
  onChange: () => void;
  onRevoke: () => void;
}

function KeyRow({ apiKey, onChange, onRevoke }: KeyRowProps) {
  const { name, hint, scopes, state, createdBy, createdAt, expiresAt } = apiKey;
  return (
    <StackedRow>
      <StackedHeader>
        <span dir="auto" className="block font-semibold wrap-anywhere">
          {name}
        </span>
        <span className="block text-muted">
          <code className="font-mono text-xs">hb_…{hint}</code>
        </span>
        <span className="block text-muted">
          Made by <span dir="auto">{createdBy ?? "a deleted account"}</span>,{" "}
          <CalendarDate value={createdAt} className="whitespace-nowrap" />
        </span>
        {state === "active" ? null : (
          <span className="mt-1.5 block">
            <Badge tone="danger">
              {state === "expired" ? "Expired" : "Off: its maker is no admin any more"}
            </Badge>
          </span>
        )}
      </StackedHeader>
      <StackedCell label="Scopes" className="@max-4xl:col-span-2">
        <ul className="flex flex-wrap gap-1.5">
          {scopes.map((scope) => (
            <li key={scope}>
              <Badge>{SCOPE_WORDS[scope].label}</Badge>
            </li>
          ))}
        </ul>
      </StackedCell>
      <StackedCell label="Last used">
        <LastUse apiKey={apiKey} />
      </StackedCell>
      <StackedCell label="Expires">
        {expiresAt === null ? (
          "Never"
        ) : (
          <CalendarDate value={expiresAt} className="whitespace-nowrap" />
        )}
      </StackedCell>
      <StackedActions>
        <Button variant="ghost" aria-haspopup="dialog" onClick={onChange}>
          Change
          <span className="sr-only"> the key {name}</span>
        </Button>
        <Button variant="ghost" aria-haspopup="dialog" onClick={onRevoke}>
          Revoke
          <span className="sr-only"> the key {name}</span>
        </Button>
      </StackedActions>
    </StackedRow>
  );
}

function LastUse({ apiKey: { lastUsedAt, lastUsedIp } }: { apiKey: ApiKey }) {
  if (lastUsedAt === null) return "Never";
  return (
    <>
      <RelativeTime value={lastUsedAt} className="block whitespace-nowrap" />
      <span className="block wrap-anywhere text-muted">{lastUsedIp}</span>
    </>
  );
}

interface RevokeDialogProps {
  isOpen: boolean;
  onClose: () => void;
  apiKey: ApiKey;
}

function RevokeDialog({ apiKey: { id, name }, ...frame }: RevokeDialogProps) {
  const refetch = useRefetch();
  return (
    <MutationDialog
      {...frame}
      onSuccess={refetch}
      endpoint={"DELETE /api/api-keys/:id"}
      input={{ params: { id } }}
      changes="members"
      success="API key revoked"
      errorFallback="Failed to revoke the API key"
      title="Revoke API key?"
      description={
        <>
          Programs that use{" "}
          <strong dir="auto" className="font-semibold wrap-anywhere text-ink">
            {name}
          </strong>{" "}
          are refused from now on. What the key wrote stays. This cannot be undone.
        </>
      }
      confirmLabel="Revoke"
      pendingLabel="Revoking..."
    />
  );
}

/**
 * Returns a function that refetches the keys. Their path is not in `AFFECTED`, which visitors' pages
 * load, because only this section shows them.
 */
function useRefetch() {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: apiKeysQuery().queryKey });
}

/** Returns the query for the company's keys, which are refetched on each visit. */
export function apiKeysQuery() {
  return { ...apiQuery("/api/api-keys"), staleTime: 0 } as const;
}
