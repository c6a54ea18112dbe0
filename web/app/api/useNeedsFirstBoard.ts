import { useQuery } from "@tanstack/react-query";
import { boardsApi } from "#contract/boards.ts";
import { wholeListQuery } from "./apiQuery.ts";
import { useManagedCompanyId } from "./managedCompany.ts";

/** Whether the viewer manages a company without boards; false until the boards are loaded. */
export function useNeedsFirstBoard(): boolean {
  const isManager = useManagedCompanyId() !== null;
  const { data: boards } = useQuery({ ...wholeListQuery(boardsApi.list), enabled: isManager });
  return isManager && boards?.length === 0;
}
