import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { RefObject } from "react";
import { useRef } from "react";
import type { CreatedInvitation } from "#contract/invitations.ts";
import type { Member } from "#contract/members.ts";
import { MEMBER_COUNT_LIMIT, MEMBER_ROLES, MemberFilters as Query } from "#contract/members.ts";
import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import { useFilterParams } from "#web/app/navigation/useFilterParams.ts";
import { Users } from "#web/ui/adminIcons.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { BreakingAfter } from "#web/ui/BreakingAfter.tsx";
import { Button } from "#web/ui/Button.tsx";
import { CalendarDate } from "#web/ui/CalendarDate.tsx";
import { countLabel } from "#web/ui/countLabel.ts";
import { FilterSelect } from "#web/ui/FilterSelect.tsx";
import { NoMatches } from "#web/ui/NoMatches.tsx";
import { PagedTable } from "#web/ui/PagedTable.tsx";
import { ScreenSection } from "#web/ui/ScreenSection.tsx";
import { StackedActions, StackedCell, StackedHeader, StackedRow } from "#web/ui/StackedTable.tsx";
import { TableToolbar } from "#web/ui/TableToolbar.tsx";
import type { DialogState } from "#web/ui/useDialogState.ts";
import { useDialogState } from "#web/ui/useDialogState.ts";
import { InvitationList } from "./Invitations.tsx";
import { InvitationLinkDialog, InviteDialog } from "./InviteDialog.tsx";
import { ChangeRoleDialog, RemoveMemberDialog } from "./MemberDialogs.tsx";
import { memberPagesQuery } from "./memberQueries.ts";
import { ROLE_LABELS } from "./RoleField.tsx";

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
      {invite.subject ? (
        <InviteDialog
          key={`invite ${String(invite.turn)}`}
          isOpen={invite.isOpen}
          onClose={invite.close}
          onLink={link.open}
        />
      ) : null}
      {link.subject ? (
        <InvitationLinkDialog
          key={`link ${String(link.turn)}`}
          isOpen={link.isOpen}
          onClose={link.close}
          invitation={link.subject}
          focusAfterwards={inviteButton}
        />
      ) : null}
    </div>
  );
}

/** Lists the members, with a search field, a filter by role and the dialogs for one member. */
function MemberList() {
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

interface MemberToolbarProps {
  filters: MemberFilters;
  onChange: (changes: Partial<MemberFilters>) => void;
  searchRef: RefObject<HTMLInputElement | null>;
  /** Number of matching members; undefined until the first page has loaded. */
  total: number | undefined;
}

/** The search field and the filter by role above the list of members. */
function MemberToolbar({ filters, onChange, searchRef, total }: MemberToolbarProps) {
  return (
    <TableToolbar
      label="Members"
      searchLabel="Search members"
      searchPlaceholder="Search name or address..."
      searchMaxLength={SEARCH_LENGTH}
      searchClassName="basis-full sm:basis-0"
      search={filters.search}
      onSearch={(search) => onChange({ search })}
      searchRef={searchRef}
      count={total === undefined ? null : totalLabel(total)}
      className="gap-x-3"
    >
      <FilterSelect
        aria-label="Role"
        className="max-sm:w-full sm:max-w-56"
        value={filters.role}
        onChoose={(role) => onChange({ role })}
      >
        <option value="">All roles</option>
        {MEMBER_ROLES.map((role) => (
          <option key={role} value={role}>
            {ROLE_LABELS[role].label}
          </option>
        ))}
      </FilterSelect>
    </TableToolbar>
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
  const { id, username, fullName, role, isActive, createdAt } = member;
  const isOwn = useCurrentUser()?.id === id;
  return (
    <StackedRow>
      <StackedHeader>
        <span dir="auto" className="block font-semibold wrap-anywhere">
          {fullName ?? "No name provided"}
        </span>
        <span className="block wrap-anywhere text-muted">
          <BreakingAfter separator="@" text={username} />
        </span>
        {isOwn || !isActive ? (
          <span className="mt-1.5 flex flex-wrap gap-1.5">
            {isOwn ? <Badge>You</Badge> : null}
            {isActive ? null : <Badge tone="danger">Deactivated</Badge>}
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

/** The default filters, which select all members. */
const NO_MEMBER_FILTERS: MemberFilters = { search: "", role: "" };

/** Maximum length of a search text that the API accepts, in characters. */
const SEARCH_LENGTH = 200;

const { shape } = Query;

/**
 * Reads the filters from the page's URL. A search text that is too long is cut. Other values that
 * the API would reject are ignored.
 */
export function readMemberFilters(params: URLSearchParams): MemberFilters {
  const valueOf = (name: string) => params.get(name) ?? "";
  return {
    search: shape.search.safeParse(valueOf("search").slice(0, SEARCH_LENGTH)).data ?? "",
    role: shape.role.safeParse(valueOf("role")).data ?? "",
  };
}
