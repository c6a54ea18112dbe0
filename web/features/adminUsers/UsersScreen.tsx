import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { RefObject } from "react";
import { useRef } from "react";
import type { AdminUser } from "#contract/adminUsers.ts";
import { AdminUserFilters } from "#contract/adminUsers.ts";
import type { UserRole } from "#contract/users.ts";
import { USER_ROLE_LABELS, USER_ROLES } from "#contract/userRoles.ts";
import { apiPagedQuery } from "#web/app/api/apiQuery.ts";
import type { FilterSet } from "#web/app/navigation/useTableFilters.ts";
import { useTableFilters } from "#web/app/navigation/useTableFilters.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { BreakingAfter } from "#web/ui/BreakingAfter.tsx";
import { Button } from "#web/ui/Button.tsx";
import { CalendarDate } from "#web/ui/RelativeTime.tsx";
import { countLabel } from "#web/ui/countLabel.ts";
import { CompanyFilter, FilteredTable } from "#web/ui/FilteredTable.tsx";
import { FilterSelect } from "#web/ui/FilterSelect.tsx";
import { ScreenSection } from "#web/ui/ScreenSection.tsx";
import { StackedActions, StackedCell, StackedHeader, StackedRow } from "#web/ui/StackedTable.tsx";
import type { DialogState } from "#web/ui/useDialogState.ts";
import { OpenDialog, useDialogState } from "#web/ui/useDialogState.ts";
import { CreateUserDialog, TemporaryPasswordDialog } from "./CreateUserDialog.tsx";
import { EditUserDialog } from "./EditUserDialog.tsx";
import { Users } from "#web/ui/adminIcons.ts";
import { Pencil, Plus } from "#web/ui/icons.ts";

/**
 * The screen where super admins search, filter, add and edit accounts (docs/specification.md
 * "/admin/users (super admin only; others sent to /)").
 */
export function UsersScreen() {
  const table = useTableFilters(USER_FILTERS);
  const { role, companyId } = table.filters;
  const list = useInfiniteQuery({
    ...userPagesQuery(table.filters),
    placeholderData: keepPreviousData,
  });
  const addButton = useRef<HTMLButtonElement>(null);
  /** The state of the dialog: the account being edited, or 'new' for a new account. */
  const form = useDialogState<AdminUser | "new">();
  return (
    <ScreenSection
      id="users"
      title="User Management"
      actions={
        <Button ref={addButton} aria-haspopup="dialog" onClick={() => form.open("new")}>
          <Plus aria-hidden="true" />
          Add User
        </Button>
      }
    >
      {/*
        The unfiltered list always contains the signed-in user, so the list can be empty only if it
        is filtered.
      */}
      <FilteredTable
        table={table}
        list={list}
        label="Users"
        searchPlaceholder="Search users..."
        controls={
          <>
            <RoleSelect role={role} onChoose={(chosen) => table.change({ role: chosen })} />
            <CompanyFilter table={table} list={list} />
          </>
        }
        count={(total) => countLabel(total, "user")}
        columns={USER_COLUMNS}
        tableFrom="2xl"
        icon={Users}
        noMatches="No users match your search"
        clearLabel={role === "" && companyId === null ? "Clear search" : "Clear filters"}
        renderRow={(user) => (
          <UserRow
            key={user.id}
            user={user}
            onChooseCompany={(chosen) => table.change({ companyId: chosen })}
            onEdit={() => form.open(user)}
          />
        )}
      />
      <UserDialogs form={form} addButton={addButton} />
    </ScreenSection>
  );
}

interface RoleSelectProps {
  role: UserRole | "";
  onChoose: (role: UserRole | "") => void;
}

function RoleSelect({ role, onChoose }: RoleSelectProps) {
  return (
    <FilterSelect
      aria-label="Role"
      value={role}
      onChoose={(value) => onChoose(USER_ROLES.find((known) => known === value) ?? "")}
    >
      <option value="">All roles</option>
      {USER_ROLES.map((value) => (
        <option key={value} value={value}>
          {USER_ROLE_LABELS[value]}
        </option>
      ))}
    </FilterSelect>
  );
}

interface UserDialogsProps {
  form: DialogState<AdminUser | "new">;
  /** Gets the focus when the focused element no longer exists. */
  addButton: RefObject<HTMLElement | null>;
}

function UserDialogs({ form, addButton }: UserDialogsProps) {
  const created = useDialogState<{ username: string; password: string }>();
  return (
    <>
      <OpenDialog state={form}>
        {(user, frame) =>
          user === "new" ? (
            <CreateUserDialog {...frame} onCreated={created.open} />
          ) : (
            <EditUserDialog {...frame} user={user} />
          )
        }
      </OpenDialog>
      <OpenDialog state={created}>
        {(account, frame) => (
          <TemporaryPasswordDialog {...frame} account={account} focusAfterwards={addButton} />
        )}
      </OpenDialog>
    </>
  );
}

/**
 * The columns in the order of a row's cells (docs/specification.md "/admin/users (super admin only;
 * others sent to /)").
 */
const USER_COLUMNS = ["User", "Role", "Company", "Created At", "Actions"] as const;

interface UserRowProps {
  user: AdminUser;
  /** Filters the table, so that it shows only the accounts of this company. */
  onChooseCompany: (companyId: number) => void;
  onEdit: () => void;
}

/** A row of the users table. */
function UserRow({ user, onChooseCompany, onEdit }: UserRowProps) {
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
      <bdi>{companyName}</bdi> <span className="whitespace-nowrap text-muted">ID {companyId}</span>
    </button>
  );
}

/**
 * The filters of the users table, as stored in the URL. Empty and null values do not filter.
 */
interface UserFilters {
  readonly search: string;
  readonly role: UserRole | "";
  /** The company whose accounts are shown. */
  readonly companyId: number | null;
}

export const USER_FILTERS: FilterSet<UserFilters> = {
  defaults: { search: "", role: "", companyId: null },
  shape: AdminUserFilters.shape,
};

/** Returns the query for the pages of the users table. The data is stale after ten seconds. */
export function userPagesQuery({ search, role, companyId }: UserFilters) {
  const query = {
    search: search || undefined,
    role: role || undefined,
    companyId: companyId === null ? undefined : String(companyId),
  };
  return { ...apiPagedQuery("/api/admin/users", { query }), staleTime: 10_000 };
}
