import { useQueryClient } from "@tanstack/react-query";
import type { CompanySettings } from "#contract/companies.ts";
import { settingsQuery } from "./settingsQuery.ts";

/** Puts settings that came as an answer in place of those that are cached. */
export function useKeepSettings(companyId: number): (settings: CompanySettings) => void {
  const client = useQueryClient();
  return (settings) => {
    client.setQueryData(settingsQuery(companyId).queryKey, settings);
  };
}
