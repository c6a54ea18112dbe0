import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Plus } from "#web/ui/icons.ts";
import { useRef } from "react";
import { useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import type { AdminUser } from "#contract/adminUsers.ts";
import { Button } from "#web/ui/Button.tsx";
import { focusField } from "#web/ui/focusField.ts";
import { useDialogState } from "#web/ui/useDialogState.ts";
import { CreateUserDialog } from "./CreateUserDialog.tsx";
import { EditUserDialog } from "./EditUserDialog.tsx";
import { TemporaryPasswordDialog } from "./TemporaryPasswordDialog.tsx";
import { userPagesQuery } from "./userPagesQuery.ts";
import { readUserSearch, writeUserSearch } from "./userSearch.ts";
import { UsersList } from "./UsersList.tsx";
import { UsersToolbar } from "./UsersToolbar.tsx";

/** All accounts, to be searched (in the address), added and edited (SPEC section 2, /admin/users). */
export function UsersScreen() {
  const [params, changeParams] = useSearchParams();
  const search = readUserSearch(params);
  const searchField = useRef<HTMLInputElement>(null);
  const find = (wanted: string) =>
    changeParams((current) => writeUserSearch(current, wanted), {
      replace: true,
      keepScroll: true,
    });
  const list = useInfiniteQuery({ ...userPagesQuery(search), placeholderData: keepPreviousData });
  const addButton = useRef<HTMLButtonElement>(null);
  /** An account to be edited, or 'new'. */
  const form = useDialogState<AdminUser | "new">();
  const created = useDialogState<{ username: string; password: string }>();
  const frame = { isOpen: form.isOpen, onClose: form.close };
  return (
    <section aria-labelledby="users">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="users" className="text-lg font-semibold">
          User Management
        </h2>
        <Button ref={addButton} aria-haspopup="dialog" onClick={() => form.open("new")}>
          <Plus aria-hidden="true" />
          Add User
        </Button>
      </div>
      <UsersToolbar
        search={search}
        onSearch={find}
        searchRef={searchField}
        total={list.data?.pages.at(-1)?.total}
      />
      <UsersList
        list={list}
        search={search}
        onEdit={form.open}
        onClear={(event) => {
          focusField(searchField, event);
          find("");
        }}
      />
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
    </section>
  );
}
