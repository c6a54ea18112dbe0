import { useQueryClient } from "@tanstack/react-query";
import { companyQuery, portalQuery } from "#web/app/api/session.ts";

/** Refetches the company data in the header, for saves that do not reload the page. */
export function useHeaderRefetch(companyId: number): () => void {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: portalQuery.queryKey });
    void client.invalidateQueries({ queryKey: companyQuery(companyId).queryKey });
  };
}
