import { useQueryClient } from "@tanstack/react-query";
import { companyQuery, portalQuery } from "#web/app/api/session.ts";

/** Fetches again what the header shows of a company, where the page is not to be loaded anew. */
export function useHeaderRefetch(companyId: number): () => void {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: portalQuery.queryKey });
    void client.invalidateQueries({ queryKey: companyQuery(companyId).queryKey });
  };
}
