import { useSearchParams } from "#web/navigation/NavigationContext.tsx";
import { SearchInput } from "#web/ui/SearchInput.tsx";
import { readUserSearch, SEARCH_LENGTH, writeUserSearch } from "./userSearch.ts";

/** Search in the users; it lives in the address. */
export function UsersToolbar({ total }: { total: number | undefined }) {
  const [params, changeParams] = useSearchParams();
  return (
    <div role="search" aria-label="Users" className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-48 flex-1 sm:max-w-sm">
        <SearchInput
          label="Search users"
          placeholder="Search users..."
          value={readUserSearch(params)}
          onSearch={(search) =>
            changeParams((current) => writeUserSearch(current, search), {
              replace: true,
              keepScroll: true,
            })
          }
          maxLength={SEARCH_LENGTH}
        />
      </div>
      <p role="status" className="min-h-5 text-sm text-muted tabular-nums sm:ml-auto">
        {total === undefined ? null : `${total.toLocaleString("en")} ${total === 1 ? "user" : "users"}`}
      </p>
    </div>
  );
}
