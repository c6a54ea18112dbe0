import type { Member } from "#contract/members.ts";
import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import { Badge } from "#web/ui/Badge.tsx";
import { BreakingAfter } from "#web/ui/BreakingAfter.tsx";
import { Button } from "#web/ui/Button.tsx";
import { CalendarDate } from "#web/ui/RelativeTime.tsx";
import { StackedActions, StackedCell, StackedHeader, StackedRow } from "#web/ui/StackedTable.tsx";
import { ROLE_LABELS } from "./roleLabels.ts";

/** The columns of the table of members, in the order of a row's cells. */
export const MEMBER_COLUMNS = ["Member", "Role", "Since", "Actions"] as const;

interface MemberRowProps {
  member: Member;
  onChangeRole: () => void;
  onRemove: () => void;
}

export function MemberRow({ member, onChangeRole, onRemove }: MemberRowProps) {
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
