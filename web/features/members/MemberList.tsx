import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { Member } from "#contract/members.ts";
import { useFilterParams } from "#web/app/navigation/useFilterParams.ts";
import { Users } from "#web/ui/adminIcons.ts";
import { NoMatches } from "#web/ui/NoMatches.tsx";
import { PagedTable } from "#web/ui/PagedTable.tsx";
import { ScreenSection } from "#web/ui/ScreenSection.tsx";
import type { DialogState } from "#web/ui/useDialogState.ts";
import { useDialogState } from "#web/ui/useDialogState.ts";
import { ChangeRoleDialog } from "./ChangeRoleDialog.tsx";
import { NO_MEMBER_FILTERS, readMemberFilters } from "./memberFilters.ts";
import { memberPagesQuery } from "./memberQueries.ts";
import { MEMBER_COLUMNS, MemberRow } from "./MemberRow.tsx";
import { MemberToolbar } from "./MemberToolbar.tsx";
import { RemoveMemberDialog } from "./RemoveMemberDialog.tsx";

/** Lists the members, with a search field, a filter by role and the dialogs for one member. */
export function MemberList() {
  const { filters, change, searchRef, clear } = useFilterParams(
    readMemberFilters,
    NO_MEMBER_FILTERS,
  );
  const list = useInfiniteQuery({
    ...memberPagesQuery(filters),
    placeholderData: keepPreviousData,
  });
  const role = useDialogState<Member>();
  const removal = useDialogState<Member>();
  return (
    <ScreenSection id="members" title="Members">
      <MemberToolbar
        filters={filters}
        onChange={change}
        searchRef={searchRef}
        total={list.data?.pages.at(-1)?.total}
      />
      <PagedTable
        list={list}
        listKey={JSON.stringify(filters)}
        label="Members"
        loadingLabel="Loading members"
        skeletonRows={6}
        errorMessage="Failed to fetch members"
        columns={MEMBER_COLUMNS}
        tableFrom="2xl"
        empty={
          <NoMatches
            icon={Users}
            title="No members match your filters"
            clearLabel="Clear filters"
            onClear={(event) => clear(event, NO_MEMBER_FILTERS)}
          />
        }
        renderRow={(member) => (
          <MemberRow
            key={member.id}
            member={member}
            onChangeRole={() => role.open(member)}
            onRemove={() => removal.open(member)}
          />
        )}
      />
      <MemberDialogs role={role} removal={removal} />
    </ScreenSection>
  );
}

interface MemberDialogsProps {
  role: DialogState<Member>;
  removal: DialogState<Member>;
}

function MemberDialogs({ role, removal }: MemberDialogsProps) {
  return (
    <>
      {role.subject ? (
        <ChangeRoleDialog
          key={`role ${String(role.turn)}`}
          isOpen={role.isOpen}
          onClose={role.close}
          member={role.subject}
        />
      ) : null}
      {removal.subject ? (
        <RemoveMemberDialog
          key={`removal ${String(removal.turn)}`}
          isOpen={removal.isOpen}
          onClose={removal.close}
          member={removal.subject}
        />
      ) : null}
    </>
  );
}
