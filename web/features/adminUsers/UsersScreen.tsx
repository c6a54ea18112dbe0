import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { RefObject } from "react";
import { useRef } from "react";
import type { AdminUser } from "#contract/adminUsers.ts";
import { AdminUserFilters, adminUsersApi } from "#contract/adminUsers.ts";
import type { UserRole } from "#contract/users.ts";
import { USER_ROLE_LABELS, USER_ROLES } from "#contract/users.ts";
import { apiPagedQuery } from "#web/app/api/apiQuery.ts";
import { useFilterParams } from "#web/app/navigation/useFilterParams.ts";
import { Users } from "#web/ui/adminIcons.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { BreakingAfter } from "#web/ui/BreakingAfter.tsx";
import { Button } from "#web/ui/Button.tsx";
import { CalendarDate } from "#web/ui/CalendarDate.tsx";
import { countLabel } from "#web/ui/countLabel.ts";
import { FilterSelect } from "#web/ui/FilterSelect.tsx";
import { Plus } from "#web/ui/icons.ts";
import { Pencil } from "#web/ui/itemIcons.ts";
import { NoMatches } from "#web/ui/NoMatches.tsx";
import { PagedTable } from "#web/ui/PagedTable.tsx";
import { RemovableFilter } from "#web/ui/RemovableFilter.tsx";
import { ScreenSection } from "#web/ui/ScreenSection.tsx";
import { StackedActions, StackedCell, StackedHeader, StackedRow } from "#web/ui/StackedTable.tsx";
import { TableToolbar } from "#web/ui/TableToolbar.tsx";
import type { DialogState } from "#web/ui/useDialogState.ts";
import { useDialogState } from "#web/ui/useDialogState.ts";
import { CreateUserDialog, TemporaryPasswordDialog } from "./CreateUserDialog.tsx";
import { EditUserDialog } from "./EditUserDialog.tsx";

/**
 * The screen where super admins search, filter, add and edit accounts (docs/specification.md
 * "/admin/users (super admin only; others sent to /)").
 */
export function UsersScreen() {
  const { filters, change, searchRef, clear } = useFilterParams(
    readUserFilters,
    DEFAULT_USER_FILTERS,
  );
  const list = useInfiniteQuery({ ...userPagesQuery(filters), placeholderData: keepPreviousData });
  const total = list.data?.pages.at(-1)?.total;
  const users = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const isSearchOnly = filters.role === "" && filters.companyId === null;
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
      <UsersToolbar
        filters={filters}
        onChange={change}
        searchRef={searchRef}
        companyName={
          users.find(({ companyId }) => companyId === filters.companyId)?.companyName ?? null
        }
        total={total}
      />
      <PagedTable
        list={list}
        listKey={JSON.stringify(filters)}
        label="Users"
        loadingLabel="Loading users"
        errorMessage="Failed to fetch users"
        columns={USER_COLUMNS}
        tableFrom="2xl"
        // The unfiltered list always contains the signed-in user, so the list can be empty only if
        // it is filtered.
        empty={
          <NoMatches
            icon={Users}
            title="No users match your search"
            clearLabel={isSearchOnly ? "Clear search" : "Clear filters"}
            onClear={(event) => clear(event, DEFAULT_USER_FILTERS)}
          />
        }
        renderRow={(user) => (
          <UserRow
            key={user.id}
            user={user}
            onChooseCompany={(companyId) => change({ companyId })}
            onEdit={() => form.open(user)}
          />
        )}
      />
      <UserDialogs form={form} addButton={addButton} />
    </ScreenSection>
  );
}

interface UserDialogsProps {
  form: DialogState<AdminUser | "new">;
  /** Gets the focus when the focused element no longer exists. */
  addButton: RefObject<HTMLElement | null>;
}

function UserDialogs({ form, addButton }: UserDialogsProps) {
  const created = useDialogState<{ username: string; password: string }>();
  const frame = { isOpen: form.isOpen, onClose: form.close };
  return (
    <>
      {form.subject === "new" ? (
        <CreateUserDialog key={form.turn} {...frame} onCreated={created.open} />
      ) : null}
      {form.subject !== null && form.subject !== "new" ? (
        <EditUserDialog key={form.turn} {...frame} user={form.subject} />
      ) : null}
      {created.subject ? (
        <TemporaryPasswordDialog
          isOpen={created.isOpen}
          onClose={created.close}
          account={created.subject}
          focusAfterwards={addButton}
        />
      ) : null}
    </>
  );
}

interface UsersToolbarProps {
  filters: UserFilters;
  onChange: (changes: Partial<UserFilters>) => void;
  searchRef: RefObject<HTMLInputElement | null>;
  /**
   * Name of the company by which the table is filtered. The name is taken from the loaded accounts;
   * null if no loaded account belongs to the company.
   */
  companyName: string | null;
  /** Number of matching accounts; undefined until the first page has loaded. */
  total: number | undefined;
}

/**
 * The search field and the filters of the users table. The filter by company is set by a button in
 * a row of the table and removed by a button in the toolbar.
 */
function UsersToolbar({
  filters: { search, role, companyId },
  onChange,
  searchRef,
  companyName,
  total,
}: UsersToolbarProps) {
  return (
    <TableToolbar
      label="Users"
      searchLabel="Search users"
      searchPlaceholder="Search users..."
      searchMaxLength={SEARCH_LENGTH}
      search={search}
      onSearch={(text) => onChange({ search: text })}
      searchRef={searchRef}
      count={total === undefined ? null : countLabel(total, "user")}
      className="gap-x-3"
    >
      <FilterSelect
        aria-label="Role"
        value={role}
        onChoose={(value) => onChange({ role: USER_ROLES.find((known) => known === value) ?? "" })}
      >
        <option value="">All roles</option>
        {USER_ROLES.map((value) => (
          <option key={value} value={value}>
            {USER_ROLE_LABELS[value]}
          </option>
        ))}
      </FilterSelect>
      {companyId === null ? null : (
        <RemovableFilter
          label={companyName ?? `Company ${String(companyId)}`}
          removeLabel="Show all companies"
          onRemove={() => onChange({ companyId: null })}
          searchRef={searchRef}
        />
      )}
    </TableToolbar>
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
      <bdi>{companyName}</bdi> ({companyId})
    </button>
  );
}

/** The API accepts a search text of at most this many characters. */
const SEARCH_LENGTH = 200;

/**
 * The filters of the users table, as stored in the URL. Empty and null values do not filter.
 */
interface UserFilters {
  readonly search: string;
  readonly role: UserRole | "";
  /** The company whose accounts are shown. */
  readonly companyId: number | null;
}

/** The default filters: all users. */
const DEFAULT_USER_FILTERS: UserFilters = { search: "", role: "", companyId: null };

const { shape } = AdminUserFilters;

/** Reads the filters from the URL. Values that the API would refuse are ignored. */
export function readUserFilters(params: URLSearchParams): UserFilters {
  const valueOf = (name: string) => params.get(name) ?? "";
  return {
    search: shape.search.safeParse(valueOf("search")).data ?? "",
    role: shape.role.safeParse(valueOf("role")).data ?? "",
    companyId: shape.companyId.safeParse(valueOf("companyId")).data ?? null,
  };
}

/** Returns the query for the pages of the users table. The data is stale after ten seconds. */
export function userPagesQuery({ search, role, companyId }: UserFilters) {
  const query = {
    search: search || undefined,
    role: role || undefined,
    companyId: companyId === null ? undefined : String(companyId),
  };
  return { ...apiPagedQuery(adminUsersApi.list, { query }), staleTime: 10_000 };
}
