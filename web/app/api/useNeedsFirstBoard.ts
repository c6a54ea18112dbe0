import { useQuery } from "@tanstack/react-query";
import { boardsApi } from "#contract/boards.ts";
import { apiQuery } from "./apiQuery.ts";
import { useManagedCompanyId } from "./managedCompany.ts";

/** Whether the viewer manages a company without boards; false until the boards are loaded. */
export function useNeedsFirstBoard(): boolean {
  const isManager = useManagedCompanyId() !== null;
  const { data: boards } = useQuery({ ...apiQuery(boardsApi.list), enabled: isManager });
  return isManager && boards?.length === 0;
}
