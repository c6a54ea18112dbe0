import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useState } from "react";
import type { ChangelogEntry, LinkedItem } from "#contract/changelog.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { cn } from "#web/ui/cn.ts";
import { LoadedContent } from "#web/ui/LoadedContent.tsx";
import { calendarLabel } from "#web/ui/RelativeTime.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import { EntryActions } from "./EntryActions.tsx";
import { EntryFields } from "./EntryFields.tsx";
import { STATES } from "./EntryList.tsx";
import { EntryPreview } from "./EntryPreview.tsx";
import type { SaveState } from "./useEntryDraft.ts";
import { entryQuery } from "./entryQueries.ts";
import { useEntryDraft } from "./useEntryDraft.ts";
import { wallTime } from "./zonedTime.ts";

interface EntryEditorProps {
  entryId: number;
  /** The company's time zone. */
  zone: string;
  renderStatus: (item: LinkedItem) => ReactNode;
  /** Shown if the entry does not exist. */
  notFound: ReactNode;
}

/** The editor of an entry, with a preview beside it. On narrow screens, both are tabs. */
export function EntryEditor({ entryId, notFound, ...rest }: EntryEditorProps) {
  const query = useQuery(entryQuery(entryId));
  if (query.error?.status === 404) return notFound;
  return (
    <LoadedContent query={query} skeleton={<EditorSkeleton />} errorMessage="Failed to fetch entry">
      {(entry) => <LoadedEditor key={entry.id} entry={entry} {...rest} />}
    </LoadedContent>
  );
}

interface LoadedEditorProps extends Pick<EntryEditorProps, "zone" | "renderStatus"> {
  entry: ChangelogEntry;
}

function LoadedEditor({ entry, zone, renderStatus }: LoadedEditorProps) {
  const draft = useEntryDraft(entry);
  const [tab, setTab] = useState<"write" | "preview">("write");
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button asChild variant="ghost" size="sm" className="-ml-3 text-muted">
          <a href="/company/changelog">
            <span aria-hidden="true">←</span>
            Changelog
          </a>
        </Button>
        {/* On phones, the state has a row of its own below the buttons. */}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 max-sm:order-1 max-sm:w-full">
          <Badge tone={STATES[entry.state].tone}>{STATES[entry.state].label}</Badge>
          {entry.state === "scheduled" && entry.publishAt ? (
            <p className="text-sm text-muted">{scheduleLabel(entry.publishAt, zone)}</p>
          ) : null}
          <SaveStatus state={draft.state} />
        </div>
        <div className="ml-auto flex flex-wrap items-center gap-2">
          <EntryActions entry={entry} draft={draft} zone={zone} />
        </div>
      </div>
      {draft.state === "conflict" ? (
        <Conflict entry={entry} onTakeTheirs={draft.takeTheirs} onKeepMine={draft.keepMine} />
      ) : null}
      <TabList tab={tab} onChoose={setTab} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-10 lg:grid-cols-2">
        <section aria-label="Write" className={cn(tab === "preview" && "max-lg:hidden")}>
          <EntryFields
            draft={draft}
            isPublished={entry.state === "published"}
            renderStatus={renderStatus}
          />
        </section>
        <section
          aria-label="Preview"
          className={cn(
            "lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:self-start lg:overflow-y-auto",
            "lg:rounded-xl lg:border lg:bg-surface lg:p-6",
            tab === "write" && "max-lg:hidden",
          )}
        >
          <EntryPreview entry={entry} values={draft.values} renderStatus={renderStatus} />
        </section>
      </div>
    </>
  );
}

/** Returns a text such as 'December 1, 2026 at 09:00 (Europe/Berlin)'. */
function scheduleLabel(at: string, zone: string): string {
  const { day, time } = wallTime(Date.parse(at), zone);
  return `${calendarLabel(Date.parse(day))} at ${time} (${zone.replaceAll("_", " ")})`;
}

interface TabListProps {
  tab: "write" | "preview";
  onChoose: (tab: "write" | "preview") => void;
}

/** Chooses between the fields and the preview where there is no room for both. */
function TabList({ tab, onChoose }: TabListProps) {
  return (
    <div role="group" aria-label="View" className="mb-5 flex gap-1 border-b border-line lg:hidden">
      {(["write", "preview"] as const).map((value) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === tab}
          onClick={() => onChoose(value)}
          className={cn(
            "h-10 border-b-2 px-3 text-sm font-medium",
            value === tab ? "border-primary-text text-ink" : "border-transparent text-muted",
          )}
        >
          {value === "write" ? "Write" : "Preview"}
        </button>
      ))}
    </div>
  );
}

const SAVE_TEXTS: Record<SaveState, string> = {
  saved: "Saved",
  unsaved: "Unsaved changes",
  saving: "Saving...",
  refused: "Not saved: see the marked field",
  failed: "Not saved",
  conflict: "Not saved",
};

function SaveStatus({ state }: { state: SaveState }) {
  const isProblem = state === "refused" || state === "failed" || state === "conflict";
  return (
    <p role="status" className={cn("text-sm", isProblem ? "text-danger-text" : "text-muted")}>
      {SAVE_TEXTS[state]}
    </p>
  );
}

interface ConflictProps {
  entry: ChangelogEntry;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
}

/** Warns that another admin has saved the entry, and asks which text to keep. */
function Conflict({ entry, onTakeTheirs, onKeepMine }: ConflictProps) {
  const name = entry.editing?.editedBy?.fullName ?? "Another admin";
  return (
    <div
      role="alert"
      className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-xl border border-line bg-amber-tint px-4 py-3"
    >
      <p className="min-w-0 flex-1 basis-64 text-sm">
        <bdi className="font-semibold">{name}</bdi> has saved this entry while you were writing.
        Your changes are not saved yet.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={onTakeTheirs}>
          Discard mine
        </Button>
        <Button variant="secondary" size="sm" onClick={onKeepMine}>
          Save mine over it
        </Button>
      </div>
    </div>
  );
}

function EditorSkeleton() {
  return (
    <SkeletonGroup label="Loading entry" className="grid gap-10 lg:grid-cols-2">
      <div>
        <Skeleton className="mb-2 w-16" />
        <Skeleton className="h-10 w-full rounded-lg" />
        <Skeleton className="mt-6 mb-2 w-16" />
        <Skeleton className="h-48 w-full rounded-lg" />
      </div>
      <Skeleton className="h-72 w-full rounded-xl max-lg:hidden" />
    </SkeletonGroup>
  );
}
