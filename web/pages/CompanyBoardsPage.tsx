import { boardsApi } from "#contract/boards.ts";
import { wholeListQuery } from "#web/app/api/apiQuery.ts";
import { useManagedCompanyId } from "#web/app/api/SessionContext.tsx";
import { BoardsAdmin } from "#web/features/boardsAdmin/BoardsAdmin.tsx";
import { CompanySettingsLayout } from "#web/app/layout/CompanySettingsLayout.tsx";
import type { PageContext } from "./pageModule.ts";

/** The page /company/boards (docs/specification.md "Feedback Boards (/company/boards)"). */
export function Component() {
  return (
    <CompanySettingsLayout title="Feedback Boards">
      <ManagedBoards />
    </CompanySettingsLayout>
  );
}

/**
 * Preloads the boards that this host shows. Only admins of the boards' company can manage the
 * boards.
 */
export async function preloads({ client }: PageContext): Promise<void> {
  await client.query(wholeListQuery(boardsApi.list));
}

function ManagedBoards() {
  const companyId = useManagedCompanyId();
  if (companyId === null)
    return <p className="text-base">No company associated with your account.</p>;
  return <BoardsAdmin />;
}
