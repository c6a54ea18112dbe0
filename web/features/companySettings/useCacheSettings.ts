import { useQueryClient } from "@tanstack/react-query";
import type { CompanySettings } from "#contract/companySettings.ts";
import { settingsQuery } from "./settingsQuery.ts";

/** Returns a function that writes settings from a response into the query cache. */
export function useCacheSettings(companyId: number): (settings: CompanySettings) => void {
  const client = useQueryClient();
  return (settings) => {
    client.setQueryData(settingsQuery(companyId).queryKey, settings);
  };
}
