import { Pencil } from "#web/ui/itemIcons.ts";
import type { AdminUser } from "#contract/adminUsers.ts";
import { USER_ROLE_LABELS } from "#contract/users.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { BreakingAfter } from "#web/ui/BreakingAfter.tsx";
import { Button } from "#web/ui/Button.tsx";
import { CalendarDate } from "#web/ui/RelativeTime.tsx";
import { StackedActions, StackedCell, StackedHeader, StackedRow } from "#web/ui/StackedTable.tsx";

/**
 * The columns in the order of a row's cells (docs/specification.md "/admin/users (super admin only;
 * others sent to /)").
 */
export const USER_COLUMNS = ["User", "Role", "Company", "Created At", "Actions"] as const;

interface UserRowProps {
  user: AdminUser;
  /** Filters the table, so that it shows only the accounts of this company. */
  onChooseCompany: (companyId: number) => void;
  onEdit: () => void;
}

/** A row of the users table. */
export function UserRow({ user, onChooseCompany, onEdit }: UserRowProps) {
  return (
    <StackedRow>
      <StackedHeader>
        <span dir="auto" className="block font-semibold wrap-anywhere">
          {user.fullName ?? "No name provided"}
        </span>
        <span className="block wrap-anywhere text-muted">
          <BreakingAfter separator="@" text={user.username} />
        </span>
        <Remarks user={user} />
      </StackedHeader>
      <StackedCell label="Role">{USER_ROLE_LABELS[user.role]}</StackedCell>
      <StackedCell label="Company" className="wrap-anywhere">
        <CompanyOf user={user} onChoose={onChooseCompany} />
      </StackedCell>
      <StackedCell label="Created At" className="@max-2xl:col-span-2">
        <CalendarDate value={user.createdAt} className="whitespace-nowrap" />
      </StackedCell>
      <StackedActions>
        <Button variant="ghost" aria-haspopup="dialog" onClick={onEdit}>
          <Pencil aria-hidden="true" />
          Edit
          <span className="sr-only"> {user.username}</span>
        </Button>
      </StackedActions>
    </StackedRow>
  );
}

function Remarks({ user: { isActive, mustChangePassword } }: { user: AdminUser }) {
  if (isActive && !mustChangePassword) return null;
  return (
    <span className="mt-1.5 flex flex-wrap gap-1.5">
      {isActive ? null : <Badge tone="danger">Deactivated</Badge>}
      {mustChangePassword ? <Badge tone="amber">Temporary password</Badge> : null}
    </span>
  );
}

interface CompanyOfProps {
  user: AdminUser;
  onChoose: (companyId: number) => void;
}

/**
 * A button with the company's name and id, or a dash if the account has no company. The button
 * filters the table by the company.
 */
function CompanyOf({ user: { companyId, companyName }, onChoose }: CompanyOfProps) {
  if (companyId === null) return "-";
  return (
    <button
      type="button"
      onClick={() => onChoose(companyId)}
      className="-my-0.5 min-h-6 rounded text-left text-primary-text hover:underline"
    >
      <span className="sr-only">Show only users of </span>
      <bdi>{companyName}</bdi> ({companyId})
    </button>
  );
}
