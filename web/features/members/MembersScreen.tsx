import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useRef } from "react";
import type { CreatedInvitation } from "#contract/invitations.ts";
import type { Member } from "#contract/members.ts";
import {
  MEMBER_COUNT_LIMIT,
  MEMBER_ROLES,
  MemberFilters as Query,
  MemberRole,
} from "#contract/members.ts";
import { apiPagedQuery } from "#web/app/api/apiQuery.ts";
import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import type { FilterSet } from "#web/app/navigation/useTableFilters.ts";
import { useTableFilters } from "#web/app/navigation/useTableFilters.ts";
import { Avatar } from "#web/ui/Avatar.tsx";
import { Badge } from "#web/ui/Badge.tsx";
import { BreakingAfter } from "#web/ui/BreakingAfter.tsx";
import { Button } from "#web/ui/Button.tsx";
import { CalendarDate } from "#web/ui/RelativeTime.tsx";
import { countLabel } from "#web/ui/countLabel.ts";
import { FilteredTable } from "#web/ui/FilteredTable.tsx";
import { FilterSelect } from "#web/ui/FilterSelect.tsx";
import { ScreenSection } from "#web/ui/ScreenSection.tsx";
import { StackedActions, StackedCell, StackedHeader, StackedRow } from "#web/ui/StackedTable.tsx";
import { OpenDialog, useDialogState } from "#web/ui/useDialogState.ts";
import { InvitationList } from "./Invitations.tsx";
import { InvitationLinkDialog, InviteDialog } from "./InviteDialog.tsx";
import { ChangeRoleDialog, RemoveMemberDialog } from "./MemberDialogs.tsx";
import { ROLE_LABELS } from "./RoleField.tsx";
import { Users } from "#web/ui/adminIcons.ts";

/**
 * The screen where admins see, invite, change and remove the members of their company
 * (docs/product-decisions.md "Accounts, sessions, privacy").
 */
export function MembersScreen() {
  const inviteButton = useRef<HTMLButtonElement>(null);
  const invite = useDialogState<true>();
  const link = useDialogState<CreatedInvitation>();
  return (
    <div className="flex flex-col gap-10">
      <InvitationList
        inviteButton={inviteButton}
        onInvite={() => invite.open(true)}
        onLink={link.open}
      />
      <MemberList />
      <OpenDialog state={invite}>
        {(_, frame) => <InviteDialog {...frame} onLink={link.open} />}
      </OpenDialog>
      <OpenDialog state={link}>
        {(invitation, frame) => (
          <InvitationLinkDialog {...frame} invitation={invitation} focusAfterwards={inviteButton} />
        )}
      </OpenDialog>
    </div>
  );
}

/** Lists the members, with a search field, a filter by role and the dialogs for one member. */
function MemberList() {
  const table = useTableFilters(MEMBER_FILTERS);
  const list = useInfiniteQuery({
    ...memberPagesQuery(table.filters),
    placeholderData: keepPreviousData,
  });
  const role = useDialogState<Member>();
  const removal = useDialogState<Member>();
  return (
    <ScreenSection id="members" title="Members">
      <FilteredTable
        table={table}
        list={list}
        label="Members"
        searchPlaceholder="Search name or address..."
        hasWideControls
        controls={
          <FilterSelect
            aria-label="Role"
            className="max-sm:w-full sm:max-w-56"
            value={table.filters.role}
            onChoose={(chosen) => table.change({ role: chosen })}
          >
            <option value="">All roles</option>
            {MEMBER_ROLES.map((value) => (
              <option key={value} value={value}>
                {ROLE_LABELS[value].label}
              </option>
            ))}
          </FilterSelect>
        }
        count={totalLabel}
        skeletonRows={6}
        columns={MEMBER_COLUMNS}
        tableFrom="2xl"
        icon={Users}
        noMatches="No members match your filters"
        renderRow={(member) => (
          <MemberRow
            key={member.id}
            member={member}
            onChangeRole={() => role.open(member)}
            onRemove={() => removal.open(member)}
          />
        )}
      />
      <OpenDialog state={role}>
        {(member, frame) => <ChangeRoleDialog {...frame} member={member} />}
      </OpenDialog>
      <OpenDialog state={removal}>
        {(member, frame) => <RemoveMemberDialog {...frame} member={member} />}
      </OpenDialog>
    </ScreenSection>
  );
}

/**
 * Returns a text such as '3 members'. At the limit, returns 'At least 10,000 members', because no
 * more members are counted.
 */
function totalLabel(total: number): string {
  const label = countLabel(total, "member");
  return total === MEMBER_COUNT_LIMIT ? `At least ${label}` : label;
}

/** The columns of the table of members, in the order of a row's cells. */
const MEMBER_COLUMNS = ["Member", "Role", "Since", "Actions"] as const;

interface MemberRowProps {
  member: Member;
  onChangeRole: () => void;
  onRemove: () => void;
}

function MemberRow({ member, onChangeRole, onRemove }: MemberRowProps) {
  const { id, username, fullName, pictureUrl, role, isActive, mustConfirmEmail, createdAt } =
    member;
  const isOwn = useCurrentUser()?.id === id;
  return (
    <StackedRow>
      <StackedHeader>
        <span className="flex items-center gap-2">
          <Avatar name={fullName} picture={pictureUrl} size="sm" />
          <span dir="auto" className="font-semibold wrap-anywhere">
            {fullName ?? "No name provided"}
          </span>
        </span>
        <span className="block wrap-anywhere text-muted">
          <BreakingAfter separator="@" text={username} />
        </span>
        {isOwn || !isActive || mustConfirmEmail ? (
          <span className="mt-1.5 flex flex-wrap gap-1.5">
            {isOwn ? <Badge>You</Badge> : null}
            {isActive ? null : <Badge tone="danger">Deactivated</Badge>}
            {mustConfirmEmail ? <Badge tone="amber">Unconfirmed</Badge> : null}
          </span>
        ) : null}
      </StackedHeader>
      <StackedCell label="Role">{ROLE_LABELS[role].label}</StackedCell>
      <StackedCell label="Since">
        <CalendarDate value={createdAt} className="whitespace-nowrap" />
      </StackedCell>
      <StackedActions>
        <Button variant="ghost" aria-haspopup="dialog" onClick={onChangeRole}>
          Change role
          <span className="sr-only"> of {username}</span>
        </Button>
        <Button variant="ghost" aria-haspopup="dialog" onClick={onRemove}>
          {isOwn ? "Leave" : "Remove"}
          <span className="sr-only"> {isOwn ? "the company" : username}</span>
        </Button>
      </StackedActions>
    </StackedRow>
  );
}

/** The filters of the list of members, as stored in the page's URL. */
export interface MemberFilters {
  readonly search: string;
  /** One of `MEMBER_ROLES`, or an empty string for all roles. */
  readonly role: string;
}

export const MEMBER_FILTERS: FilterSet<MemberFilters> = {
  defaults: { search: "", role: "" },
  shape: Query.shape,
};

/**
 * Returns the query for the pages of members, admins first. The pages are refetched on each visit.
 */
export function memberPagesQuery({ search, role }: MemberFilters) {
  const query = { search: search || undefined, role: MemberRole.safeParse(role).data };
  return { ...apiPagedQuery("/api/members", { query }), staleTime: 0 };
}
