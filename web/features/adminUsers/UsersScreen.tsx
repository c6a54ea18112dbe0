import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Users } from "#web/ui/adminIcons.ts";
import { Plus } from "#web/ui/icons.ts";
import type { RefObject } from "react";
import { useRef } from "react";
import type { AdminUser } from "#contract/adminUsers.ts";
import { useFilterParams } from "#web/app/navigation/useFilterParams.ts";
import { Button } from "#web/ui/Button.tsx";
import { NoMatches } from "#web/ui/NoMatches.tsx";
import { PagedTable } from "#web/ui/PagedTable.tsx";
import { ScreenSection } from "#web/ui/ScreenSection.tsx";
import type { DialogState } from "#web/ui/useDialogState.ts";
import { useDialogState } from "#web/ui/useDialogState.ts";
import { CreateUserDialog } from "./CreateUserDialog.tsx";
import { EditUserDialog } from "./EditUserDialog.tsx";
import { TemporaryPasswordDialog } from "./TemporaryPasswordDialog.tsx";
import { DEFAULT_USER_FILTERS, readUserFilters, userPagesQuery } from "./userFilters.ts";
import { USER_COLUMNS, UserRow } from "./UserRow.tsx";
import { UsersToolbar } from "./UsersToolbar.tsx";

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
