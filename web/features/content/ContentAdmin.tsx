import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { useRef } from "react";
import { useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import { Button } from "#web/ui/Button.tsx";
import { EditDeleteButtons } from "#web/ui/EditDeleteButtons.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { LoadedContent } from "#web/ui/LoadedContent.tsx";
import { PlainText } from "#web/ui/PlainText.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import { Tabs } from "#web/ui/Tabs.tsx";
import { useDialogState } from "#web/ui/useDialogState.ts";
import { useFocusFallback } from "#web/ui/focus.ts";
import type { ContentEntry, ContentKind } from "./contentKinds.ts";
import { ANNOUNCEMENTS, contentQuery, entryOf, FAQS } from "./contentKinds.ts";
import type { EntryDialog } from "./EntryDialogs.tsx";
import { EntryDialogs } from "./EntryDialogs.tsx";
import { ArrowUpDown } from "#web/ui/adminIcons.ts";
import { ChevronDown, Plus } from "#web/ui/icons.ts";

const TABS = [
  { value: "faqs", label: "FAQs", content: <ContentSection kind={FAQS} List={FaqList} /> },
  {
    value: "announcements",
    label: "Announcements",
    content: <ContentSection kind={ANNOUNCEMENTS} List={AnnouncementList} />,
  },
  {
    value: "documentation",
    label: "Documentation",
    content: (
      <p className="text-base">Documentation management will be implemented in a future update.</p>
    ),
  },
] as const;

/**
 * Tabs for FAQs, announcements and documentation. The URL stores the selected tab
 * (docs/specification.md "/admin/content (super admin only)").
 */
export function ContentAdmin() {
  const [params, changeParams] = useSearchParams();
  const [first] = TABS;
  const { value } = TABS.find((tab) => tab.value === params.get("tab")) ?? first;
  return (
    <section aria-labelledby="content-admin">
      <h2 id="content-admin" className="mb-3 text-lg font-semibold">
        Content Management
      </h2>
      <Tabs
        label="Content"
        tabs={TABS}
        value={value}
        onValueChange={(tab) =>
          changeParams(() => new URLSearchParams(tab === first.value ? {} : { tab }), {
            replace: true,
            keepScroll: true,
          })
        }
      />
    </section>
  );
}

/** A list of at least one entry, each with an edit and a delete button. */
interface EntryListProps {
  entries: readonly ContentEntry[];
  onEdit: (entry: ContentEntry) => void;
  onDelete: (entry: ContentEntry) => void;
}

interface ContentSectionProps {
  kind: ContentKind;
  List: ComponentType<EntryListProps>;
}

/** Lists the entries of one kind, with buttons to add, edit, reorder and delete entries. */
function ContentSection({ kind, List }: ContentSectionProps) {
  const client = useQueryClient();
  const query = useQuery(contentQuery(kind));
  const entries = query.data?.map(entryOf) ?? [];
  const section = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusFallback(section, heading);
  const state = useDialogState<EntryDialog>();
  const openOnFreshList = (dialog: EntryDialog) => {
    void client.invalidateQueries({ queryKey: [kind.list] });
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
    <Button variant="secondary" aria-haspopup="dialog" onClick={onClick}>
      <ArrowUpDown aria-hidden="true" />
      Reorder
      <span className="sr-only">{kind.plural}</span>
    </Button>
  );
}

/** Lists FAQs. A click on a question expands its answer. */
function FaqList({ entries, onEdit, onDelete }: EntryListProps) {
  return (
    <ul className="divide-y rounded-xl border bg-surface">
      {entries.map((entry) => (
        <li key={entry.id} className="flex items-start gap-1 py-2 pr-2">
          <details className="group min-w-0 flex-1">
            <summary className="flex min-h-10 list-none items-center gap-3 rounded-lg pr-2 pl-4 [&::-webkit-details-marker]:hidden">
              <ChevronDown
                aria-hidden="true"
                className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180"
              />
              <h4 dir="auto" className="min-w-0 py-1 font-medium wrap-anywhere">
                {entry.heading}
              </h4>
            </summary>
            <PlainText className="max-w-prose pt-1 pr-2 pb-3 pl-11 text-muted">
              {entry.text}
            </PlainText>
          </details>
          <EditDeleteButtons
            name={entry.heading}
            onEdit={() => onEdit(entry)}
            onDelete={() => onDelete(entry)}
          />
        </li>
      ))}
    </ul>
  );
}

/**
 * Announcements as cards with title and content (docs/specification.md "/admin/content (super admin
 * only)").
 */
function AnnouncementList({ entries, onEdit, onDelete }: EntryListProps) {
  return (
    <ul className="grid gap-4 xl:grid-cols-2">
      {entries.map((entry) => (
        <li key={entry.id} className="min-w-0 rounded-xl border bg-surface pt-2 pr-2 pb-4 pl-4">
          <div className="flex items-start gap-2">
            <h4 dir="auto" className="min-w-0 flex-1 py-2 text-base font-semibold wrap-anywhere">
              {entry.heading}
            </h4>
            <EditDeleteButtons
              name={entry.heading}
              onEdit={() => onEdit(entry)}
              onDelete={() => onDelete(entry)}
            />
          </div>
          <PlainText className="mt-1 pr-2 text-muted">{entry.text}</PlainText>
        </li>
      ))}
    </ul>
  );
}

/** The skeleton of a list of entries. */
function ContentSkeleton({ label }: { label: string }) {
  return (
    <SkeletonGroup label={label} className="divide-y rounded-xl border bg-surface">
      {["w-2/3", "w-1/2", "w-3/5"].map((width) => (
        <div key={width} className="flex h-14 items-center justify-between gap-4 px-4">
          <Skeleton className={width} />
          <Skeleton className="w-16" />
        </div>
      ))}
    </SkeletonGroup>
  );
}
