import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useRef } from "react";
import type { CreatedInvitation } from "#contract/invitations.ts";
import type { Member } from "#contract/members.ts";
import { MEMBER_COUNT_LIMIT, MemberFilters as Query } from "#contract/members.ts";
import { apiPagedQuery } from "#web/app/api/apiQuery.ts";
import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import { useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import type { FilterSet } from "#web/app/navigation/useTableFilters.ts";
import { useTableFilters } from "#web/app/navigation/useTableFilters.ts";
import { Avatar } from "#web/ui/Avatar.tsx";
import { Badge } from "#web/ui/Badge.tsx";
import { BreakingAfter } from "#web/ui/BreakingAfter.tsx";
import { Button } from "#web/ui/Button.tsx";
import { CalendarDate } from "#web/ui/RelativeTime.tsx";
import { countLabel } from "#web/ui/countLabel.ts";
import { FilteredTable } from "#web/ui/FilteredTable.tsx";
import { ScreenSection } from "#web/ui/ScreenSection.tsx";
import { StackedActions, StackedCell, StackedHeader, StackedRow } from "#web/ui/StackedTable.tsx";
import { Tabs } from "#web/ui/Tabs.tsx";
import { OpenDialog, useDialogState } from "#web/ui/useDialogState.ts";
import { CustomerList } from "./CustomerList.tsx";
import { InvitationList } from "./Invitations.tsx";
import { InvitationLinkDialog, InviteDialog } from "./InviteDialog.tsx";
import { MemberDialogs } from "./MemberDialogs.tsx";
import { Users } from "#web/ui/adminIcons.ts";

/** The value of the URL's parameter `tab` for the customers. */
export const CUSTOMERS_TAB = "customers";

const TABS = [
  { value: "team", label: "Team", content: <Team /> },
  { value: CUSTOMERS_TAB, label: "Customers", content: <CustomerList /> },
] as const;

/**
 * The tabs where admins see, invite, change and remove the members of their company, and see its
 * customers (docs/product-decisions.md "Accounts, sessions, privacy"). The URL stores the selected
 * tab.
 */
export function MembersScreen() {
  const [params, changeParams] = useSearchParams();
  const [first] = TABS;
  const { value } = TABS.find((tab) => tab.value === params.get("tab")) ?? first;
  return (
    <Tabs
      label="People"
      tabs={TABS}
      value={value}
      onValueChange={(tab) =>
        changeParams(() => new URLSearchParams(tab === first.value ? {} : { tab }), {
          replace: true,
          keepScroll: true,
        })
      }
    />
  );
}

/** The open invitations and the company's admins. */
function Team() {
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
      <TeamList />
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

/** Lists the company's admins, with a search field and the dialogs for one member. */
function TeamList() {
  const table = useTableFilters(MEMBER_FILTERS);
  const list = useInfiniteQuery({
    ...memberPagesQuery(table.filters),
    placeholderData: keepPreviousData,
  });
  return (
    <ScreenSection id="members" title="Members">
      <MemberDialogs>
        {(open) => (
          <FilteredTable
            table={table}
            list={list}
            label="Members"
            searchPlaceholder="Search name or address..."
            count={totalLabel}
            columns={MEMBER_COLUMNS}
            tableFrom="2xl"
            icon={Users}
            noMatches="No members match your search"
            renderRow={(member) => (
              <MemberRow
                key={member.id}
                member={member}
                onChangeRole={() => open.changeRole(member)}
                onRemove={() => open.remove(member)}
                onUnlink={() => open.unlink(member)}
              />
            )}
          />
        )}
      </MemberDialogs>
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
const MEMBER_COLUMNS = ["Member", "Since", "Actions"] as const;

interface MemberRowProps {
  member: Member;
  onChangeRole: () => void;
  onRemove: () => void;
  onUnlink: () => void;
}

function MemberRow({ member, onChangeRole, onRemove, onUnlink }: MemberRowProps) {
  const { id, username, fullName, pictureUrl, isActive, mustConfirmEmail, createdAt } = member;
  const isOwn = useCurrentUser()?.id === id;
  return (
    <StackedRow>
      <StackedHeader>
        <span className="flex items-center gap-2">
          <Avatar name={fullName} picture={pictureUrl} size="sm" />
          <span dir="auto" className="font-semibold wrap-anywhere">
            {fullName ?? "No name provided"}
          </span>
          {isOwn ? <Badge>You</Badge> : null}
        </span>
        <span className="block wrap-anywhere text-muted">
          <BreakingAfter separator="@" text={username} />
        </span>
        {!isActive || mustConfirmEmail ? (
          <span className="mt-1.5 flex flex-wrap gap-1.5">
            {isActive ? null : <Badge tone="danger">Deactivated</Badge>}
            {mustConfirmEmail ? <Badge tone="amber">Unconfirmed</Badge> : null}
          </span>
        ) : null}
      </StackedHeader>
      <StackedCell label="Since">
        <CalendarDate value={createdAt} className="whitespace-nowrap" />
      </StackedCell>
      <StackedActions>
        <Button variant="ghost" aria-haspopup="dialog" onClick={onChangeRole}>
          Change role
          <span className="sr-only"> of {username}</span>
        </Button>
        {member.hasSignOn ? (
          <Button variant="ghost" aria-haspopup="dialog" onClick={onUnlink}>
            Remove sign-on link
            <span className="sr-only"> of {username}</span>
          </Button>
        ) : null}
        <Button variant="ghost" aria-haspopup="dialog" onClick={onRemove}>
          {isOwn ? "Leave" : "Remove"}
          <span className="sr-only"> {isOwn ? "the company" : username}</span>
        </Button>
      </StackedActions>
    </StackedRow>
  );
}

/** The filter of the list of members, as stored in the page's URL. */
export interface MemberFilters {
  readonly search: string;
}

export const MEMBER_FILTERS: FilterSet<MemberFilters> = {
  defaults: { search: "" },
  shape: { search: Query.shape.search },
};

/** Returns the query for the pages of the company's admins, which are refetched on each visit. */
export function memberPagesQuery({ search }: MemberFilters) {
  const query = { search: search || undefined, role: "company_admin" as const };
  return { ...apiPagedQuery("/api/members", { query }), staleTime: 0 };
}
