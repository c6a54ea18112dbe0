import { AdminConsoleLayout } from "#web/app/layout/AdminConsoleLayout.tsx";
import { readTableFilters } from "#web/app/navigation/useTableFilters.ts";
import {
  USER_FILTERS,
  userPagesQuery,
  UsersScreen,
} from "#web/features/adminUsers/UsersScreen.tsx";
import type { PageContext } from "./pageModule.ts";

/**
 * The page /admin/users (docs/specification.md "/admin/users (super admin only; others sent to
 * /)"). The URL stores the search and the filters.
 */
export function Component() {
  return (
    <AdminConsoleLayout title="User Management">
      <UsersScreen />
    </AdminConsoleLayout>
  );
}

export async function preloads({ client, search }: PageContext): Promise<void> {
  await client.infiniteQuery(userPagesQuery(readTableFilters(search, USER_FILTERS)));
}
