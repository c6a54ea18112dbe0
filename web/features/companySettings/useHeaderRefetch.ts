import { useQueryClient } from "@tanstack/react-query";
import { companyQuery, portalQuery } from "#web/app/api/session.ts";

/**
 * Returns a function that refetches the company data in the header. Needed if the settings were
 * saved and the page is not reloaded.
 */
export function useHeaderRefetch(companyId: number): () => void {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: portalQuery.queryKey });
    void client.invalidateQueries({ queryKey: companyQuery(companyId).queryKey });
  };
}
