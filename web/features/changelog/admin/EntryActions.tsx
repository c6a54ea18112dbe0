import type { ChangelogEntry } from "#contract/changelog.ts";
import { MutationDialog } from "#web/app/api/MutationDialog.tsx";
import { useNavigate } from "#web/app/navigation/NavigationContext.tsx";
import { Ellipsis } from "#web/ui/adminIcons.ts";
import { Button } from "#web/ui/Button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "#web/ui/DropdownMenu.tsx";
import { OpenDialog, useDialogState } from "#web/ui/useDialogState.ts";
import type { EntryDraft } from "./useEntryDraft.ts";
import { useRemoveEntry } from "./EntryList.tsx";
import { PublishDialog } from "./PublishDialog.tsx";

interface EntryActionsProps {
  entry: ChangelogEntry;
  draft: EntryDraft;
  /** The company's time zone. */
  zone: string;
}

/** The buttons of the editor: what comes next for the entry, and a menu with the rest. */
export function EntryActions({ entry, draft, zone }: EntryActionsProps) {
  const state = useDialogState<"publish" | "unpublish">();
  const isPublished = entry.state === "published";
  const publish = () => {
    // What is typed must be part of what is published.
    if (draft.state === "unsaved" || draft.state === "failed") draft.save();
    state.open("publish");
  };
  return (
    <>
      {draft.state === "failed" && !isPublished ? (
        <Button variant="secondary" onClick={draft.save}>
          Try again
        </Button>
      ) : null}
      {isPublished ? (
        <>
          <Button asChild variant="secondary" className="max-sm:hidden">
            <a href={`/changelog/${entry.slug}`}>View entry</a>
          </Button>
          <Button
            pending={draft.state === "saving"}
            pendingLabel="Saving..."
            disabled={!draft.isDirty || draft.isUploading || draft.state === "conflict"}
            onClick={draft.save}
          >
            Save changes
          </Button>
        </>
      ) : (
        <Button
          aria-haspopup="dialog"
          disabled={draft.isUploading || draft.state === "conflict"}
          onClick={publish}
        >
          {entry.state === "draft" ? "Publish" : "Change schedule"}
        </Button>
      )}
      <MoreMenu entry={entry} onUnpublish={() => state.open("unpublish")} />
      <OpenDialog state={state}>
        {(dialog, frame) =>
          dialog === "publish" ? (
            <PublishDialog {...frame} entry={entry} zone={zone} isSaved={!draft.isDirty} />
          ) : (
            <UnpublishDialog {...frame} entry={entry} />
          )
        }
      </OpenDialog>
    </>
  );
}

interface MoreMenuProps {
  entry: ChangelogEntry;
  onUnpublish: () => void;
}

function MoreMenu({ entry, onUnpublish }: MoreMenuProps) {
  const navigate = useNavigate();
  const remove = useRemoveEntry(entry, () => navigate("/company/changelog", { replace: true }));
  const isPublished = entry.state === "published";
  return (
    <DropdownMenu>
      <DropdownMenuTrigger>
        <Button variant="ghost" size="icon" aria-label="More actions">
          <Ellipsis aria-hidden="true" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {isPublished ? (
          <DropdownMenuItem asChild className="sm:hidden">
            <a href={`/changelog/${entry.slug}`}>View entry</a>
          </DropdownMenuItem>
        ) : null}
        {entry.state === "draft" ? null : (
          <DropdownMenuItem onSelect={onUnpublish}>
            {isPublished ? "Unpublish" : "Back to draft"}
          </DropdownMenuItem>
        )}
        <DropdownMenuItem onSelect={() => remove.mutate({ params: { id: entry.id } })}>
          Delete
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

interface UnpublishDialogProps {
  isOpen: boolean;
  onClose: () => void;
  entry: ChangelogEntry;
}

function UnpublishDialog({ entry, ...frame }: UnpublishDialogProps) {
  const isPublished = entry.state === "published";
  return (
    <MutationDialog
      {...frame}
      endpoint="POST /api/changelog/:id/unpublish"
      input={{ params: { id: entry.id } }}
      changes="changelog"
      success={isPublished ? "Entry unpublished" : "Entry is a draft again"}
      errorFallback="Failed to unpublish entry"
      title={isPublished ? "Unpublish this entry?" : "Back to draft?"}
      description={
        isPublished
          ? "Visitors no longer see it, in the changelog, in feeds or on the items that it links. Mails that were sent stay sent. If you publish it again, nobody is told again."
          : "It is not published at the chosen time. You can schedule it again."
      }
      confirmLabel={isPublished ? "Unpublish" : "Back to draft"}
      pendingLabel="Saving..."
    />
  );
}
