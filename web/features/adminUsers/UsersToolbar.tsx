import type { RefObject } from "react";
import { SearchInput } from "#web/ui/SearchInput.tsx";
import { SEARCH_LENGTH } from "./userSearch.ts";

interface UsersToolbarProps {
  search: string;
  onSearch: (search: string) => void;
  searchRef: RefObject<HTMLInputElement | null>;
  total: number | undefined;
}

/** Search in the users. */
export function UsersToolbar({ search, onSearch, searchRef, total }: UsersToolbarProps) {
  return (
    <div
      role="search"
      aria-label="Users"
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2"
    >
      <div className="min-w-48 flex-1 sm:max-w-sm">
        <SearchInput
          label="Search users"
          placeholder="Search users..."
          value={search}
          onSearch={onSearch}
          ref={searchRef}
          maxLength={SEARCH_LENGTH}
        />
      </div>
      <p role="status" className="min-h-5 text-sm text-muted tabular-nums sm:ml-auto">
        {total === undefined
          ? null
          : `${total.toLocaleString("en")} ${total === 1 ? "user" : "users"}`}
      </p>
    </div>
  );
}
