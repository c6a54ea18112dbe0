import type { QueryClient } from "@tanstack/react-query";
import type { Portal } from "#contract/portal.ts";
import type { User } from "#contract/users.ts";
import { managedCompanyId } from "#web/app/api/managedCompany.ts";
import { settingsQuery } from "./settingsQuery.ts";

interface PreloadContext {
  readonly client: QueryClient;
  readonly portal: Portal;
  readonly user: User | null;
}

/**
 * Preloads the query of the company settings screens. Never rejects: the screen displays the error.
 */
export async function preloadSettings({ client, portal, user }: PreloadContext): Promise<void> {
  const companyId = managedCompanyId(portal, user);
  if (companyId !== null) await Promise.allSettled([client.query(settingsQuery(companyId))]);
}
