import { keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import type { ChangelogEntry, EntryState } from "#contract/changelog.ts";
import { ENTRY_STATES } from "#contract/changelog.ts";
import { toastWithUndo } from "#web/app/api/toastWithUndo.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { useTableFilters } from "#web/app/navigation/useTableFilters.ts";
import { Megaphone } from "#web/ui/adminIcons.ts";
import { Badge } from "#web/ui/Badge.tsx";
import type { BadgeTone } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { countLabel } from "#web/ui/countLabel.ts";
import { EditDeleteButtons } from "#web/ui/EditDeleteButtons.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { FilteredTable } from "#web/ui/FilteredTable.tsx";
import { FilterSelect } from "#web/ui/FilterSelect.tsx";
import { Plus } from "#web/ui/icons.ts";
import { CalendarDate } from "#web/ui/RelativeTime.tsx";
import { ScreenSection } from "#web/ui/ScreenSection.tsx";
import { StackedActions, StackedCell, StackedHeader, StackedRow } from "#web/ui/StackedTable.tsx";
import { OpenDialog, useDialogState } from "#web/ui/useDialogState.ts";
import { useNavigate } from "#web/app/navigation/NavigationContext.tsx";
import { EntryLabel } from "../EntryLabel.tsx";
import type { EntryFilters } from "./entryQueries.ts";
import { ENTRY_FILTERS, entriesQuery, entryPath } from "./entryQueries.ts";
import { NewEntryDialog } from "./NewEntryDialog.tsx";

/** The label and the badge's colour of each state. */
export const STATES: Record<EntryState, { label: string; tone: BadgeTone }> = {
  draft: { label: "Draft", tone: "hollow" },
  scheduled: { label: "Scheduled", tone: "amber" },
  published: { label: "Published", tone: "green" },
};

/** The list of all entries, in which admins create, open and delete entries. */
export function EntryList() {
  const table = useTableFilters(ENTRY_FILTERS);
  const list = useInfiniteQuery({
    ...entriesQuery(table.filters),
    placeholderData: keepPreviousData,
  });
  const state = useDialogState<"new">();
  const addButton = (
    <Button aria-haspopup="dialog" onClick={() => state.open("new")}>
      <Plus aria-hidden="true" />
      New entry
    </Button>
  );
  return (
    <ScreenSection
      id="changelog-entries"
      title="Changelog"
      subtitle="Tell your customers what is new, improved and fixed."
      actions={addButton}
    >
      <FilteredTable
        table={table}
        list={list}
        label="Entries"
        searchPlaceholder="Search entries..."
        controls={
          <FilterSelect
            aria-label="State"
            value={table.filters.state}
            onChoose={(chosen) => table.change({ state: chosen as EntryFilters["state"] })}
          >
            <option value="">All states</option>
            {ENTRY_STATES.map((value) => (
              <option key={value} value={value}>
                {STATES[value].label}
              </option>
            ))}
          </FilterSelect>
        }
        count={(total) => countLabel(total, "entry", "entries")}
        columns={["Entry", "State", "Date", "Items", "Actions"]}
        tableFrom="2xl"
        icon={Megaphone}
        noMatches="No entries match your filters"
        empty={
          <EmptyState
            icon={Megaphone}
            title="No entries yet"
            text="An entry says what has changed. Link the items that it completes, and their followers are told."
            action={addButton}
          />
        }
        renderRow={(entry) => <EntryRow key={entry.id} entry={entry} />}
      />
      <OpenDialog state={state}>{(_, frame) => <NewEntryDialog {...frame} />}</OpenDialog>
    </ScreenSection>
  );
}

function EntryRow({ entry }: { entry: ChangelogEntry }) {
  const { id, title, version, state, publishAt, updatedAt, labels, items } = entry;
  const navigate = useNavigate();
  const remove = useRemoveEntry(entry);
  const path = entryPath(id);
  return (
    <StackedRow>
      <StackedHeader>
        <a
          href={path}
          dir="auto"
          className="rounded font-medium wrap-anywhere hover:text-primary-text hover:underline"
        >
          {title}
        </a>
        {version || labels.length > 0 ? (
          <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs font-normal text-muted">
            {version ? <span className="wrap-anywhere">{version}</span> : null}
            {labels.map((label) => (
              <EntryLabel key={label.id} label={label} />
            ))}
          </span>
        ) : null}
      </StackedHeader>
      <StackedCell label="State">
        <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
      </StackedCell>
      <StackedCell label="Date" className="whitespace-nowrap">
        <CalendarDate value={publishAt ?? updatedAt} />
      </StackedCell>
      <StackedCell label="Items" className="tabular-nums">
        {items.length}
      </StackedCell>
      <StackedActions areIcons>
        <EditDeleteButtons
          name={title}
          onEdit={() => navigate(path)}
          onDelete={() => remove.mutate({ params: { id } })}
        />
      </StackedActions>
    </StackedRow>
  );
}

/** Deletes an entry at once, and offers to undo it. */
export function useRemoveEntry({ title, items }: ChangelogEntry, onRemoved?: () => void) {
  const client = useQueryClient();
  return useApiMutation("DELETE /api/changelog/:id", {
    changes: "changelog",
    errorFallback: "Failed to delete entry",
    onSuccess: ({ undoToken }) => {
      const kept = items.length === 0 ? "" : ` Its ${countLabel(items.length, "item")} stay.`;
      toastWithUndo(
        client,
        { title: "Entry deleted", description: `${title}.${kept}` },
        { undoToken, changes: "changelog" },
      );
    },
    onSuccessMounted: () => onRemoved?.(),
  });
}
