import { wholeListQuery } from "#web/app/api/apiQuery.ts";
import { CompanySettingsLayout } from "#web/app/layout/CompanySettingsLayout.tsx";
import { ManagedCompany } from "#web/app/layout/ManagedCompany.tsx";
import { BoardsAdmin } from "#web/features/boards/BoardsAdmin.tsx";
import type { PageContext } from "./pageModule.ts";

/** The page /company/boards (docs/specification.md "Feedback Boards (/company/boards)"). */
export function Component() {
  return (
    <CompanySettingsLayout title="Feedback Boards">
      <ManagedCompany>{() => <BoardsAdmin />}</ManagedCompany>
    </CompanySettingsLayout>
  );
}

/**
 * Preloads the boards that this host shows. Only admins of the boards' company can manage the
 * boards.
 */
export async function preloads({ client }: PageContext): Promise<void> {
  await client.query(wholeListQuery("/api/boards"));
}
