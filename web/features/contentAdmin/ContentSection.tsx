import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "#web/ui/icons.ts";
import { ArrowUpDown } from "#web/ui/adminIcons.ts";
import type { ComponentType } from "react";
import { useRef } from "react";
import { Button } from "#web/ui/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { LoadedContent } from "#web/ui/LoadedContent.tsx";
import { useFocusFallback } from "#web/ui/focus.ts";
import { useDialogState } from "#web/ui/useDialogState.ts";
import type { ContentEntry, ContentKind } from "./contentKinds.ts";
import { entryOf } from "./contentKinds.ts";
import { contentQuery } from "./contentQuery.ts";
import { ContentSkeleton } from "./ContentSkeleton.tsx";
import type { EntryDialog } from "./EntryDialogs.tsx";
import { EntryDialogs, fetchReorderDialog } from "./EntryDialogs.tsx";

/** A list of at least one entry, each with an edit and a delete button. */
export interface EntryListProps {
  entries: readonly ContentEntry[];
  onEdit: (entry: ContentEntry) => void;
  onDelete: (entry: ContentEntry) => void;
}

interface ContentSectionProps {
  kind: ContentKind;
  List: ComponentType<EntryListProps>;
}

/** Lists the entries of one kind, with buttons to add, edit, reorder and delete entries. */
export function ContentSection({ kind, List }: ContentSectionProps) {
  const client = useQueryClient();
  const query = useQuery(contentQuery(kind));
  const entries = query.data?.map(entryOf) ?? [];
  const section = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusFallback(section, heading);
  const state = useDialogState<EntryDialog>();
  const openOnFreshList = (dialog: EntryDialog) => {
    void client.invalidateQueries({ queryKey: [kind.list.path] });
    state.open(dialog);
  };
  const add = <AddButton kind={kind} onClick={() => state.open({ kind: "add" })} />;
  return (
    <section ref={section} aria-label={kind.plural}>
      <div className="mb-4 flex min-h-10 flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h3 ref={heading} tabIndex={-1} className="text-base font-semibold outline-none">
          {kind.plural}
        </h3>
        {entries.length > 0 ? (
          <div className="flex flex-wrap gap-2">
            {entries.length > 1 ? (
              <ReorderButton kind={kind} onClick={() => openOnFreshList({ kind: "reorder" })} />
            ) : null}
            {add}
          </div>
        ) : null}
      </div>
      <LoadedContent
        query={query}
        skeleton={<ContentSkeleton label={`Loading ${kind.plural}`} />}
        errorMessage={`Failed to fetch ${kind.plural}`}
      >
        {(loaded) =>
          loaded.length === 0 ? (
            <EmptyState
              icon={kind.icon}
              title={`No ${kind.plural} yet`}
              text="What you add here appears on the landing page."
              action={add}
            />
          ) : (
            <List
              entries={loaded.map(entryOf)}
              onEdit={(entry) => state.open({ kind: "edit", entry })}
              onDelete={(entry) => state.open({ kind: "delete", entry })}
            />
          )
        }
      </LoadedContent>
      <EntryDialogs kind={kind} state={state} entries={entries} />
    </section>
  );
}

interface KindButtonProps {
  kind: ContentKind;
  onClick: () => void;
}

function AddButton({ kind, onClick }: KindButtonProps) {
  return (
    <Button aria-haspopup="dialog" onClick={onClick}>
      <Plus aria-hidden="true" />
      Add {kind.name}
    </Button>
  );
}

function ReorderButton({ kind, onClick }: KindButtonProps) {
  return (
    <Button
      variant="secondary"
      aria-haspopup="dialog"
      onClick={onClick}
      onPointerEnter={fetchReorderDialog}
      onFocus={fetchReorderDialog}
    >
      <ArrowUpDown aria-hidden="true" />
      Reorder
      <span className="sr-only">{kind.plural}</span>
    </Button>
  );
}
