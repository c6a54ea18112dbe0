import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { Users } from "#web/ui/adminIcons.ts";
import type { MouseEvent } from "react";
import type { AdminUser } from "#contract/adminUsers.ts";
import type { Page } from "#contract/endpoint.ts";
import { Button } from "#web/ui/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { PagedRows } from "#web/ui/PagedRows.tsx";
import { StackedTable } from "#web/ui/StackedTable.tsx";
import { StackedTableSkeleton } from "#web/ui/StackedTableSkeleton.tsx";
import { USER_COLUMNS, UserRow } from "./UserRow.tsx";

interface UsersListProps {
  list: UseInfiniteQueryResult<InfiniteData<Page<AdminUser>, string | undefined>>;
  /** The search in force. */
  search: string;
  onEdit: (user: AdminUser) => void;
  /** Takes the search off. */
  onClear: (event: MouseEvent) => void;
}

/** The table of users, or what stands in its place. */
export function UsersList({ list, search, onEdit, onClear }: UsersListProps) {
  if (list.isPending) return <StackedTableSkeleton label="Loading users" />;
  if (!list.data) {
    return (
      <ErrorState
        message="Failed to fetch users"
        retrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    );
  }
  const users = list.data.pages.flatMap(({ items }) => items);
  if (users.length === 0) return <NoUsers onClear={onClear} />;
  return (
    <PagedRows
      list={list}
      listKey={search}
      count={users.length}
      errorMessage="Failed to fetch users"
    >
      <StackedTable
        label="Users"
        columns={USER_COLUMNS}
        tableFrom="2xl"
        isBusy={list.isPlaceholderData}
      >
        {users.map((user) => (
          <UserRow key={user.id} user={user} onEdit={() => onEdit(user)} />
        ))}
      </StackedTable>
    </PagedRows>
  );
}

/** There is always one user who looks at it: only a search finds none. */
function NoUsers({ onClear }: Pick<UsersListProps, "onClear">) {
  return (
    <EmptyState
      icon={Users}
      title="No users match your search"
      action={
        <Button variant="secondary" onClick={onClear}>
          Clear search
        </Button>
      }
    />
  );
}
