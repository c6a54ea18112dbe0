import { useQueryClient } from "@tanstack/react-query";
import type { ReadPath } from "#contract/api.ts";

/** Milliseconds between two looks at deliveries that wait. */
export const WATCH_MS = 2_000;

const PATHS: readonly ReadPath[] = [
  "/api/webhooks",
  "/api/webhooks/:id/deliveries",
  "/api/webhooks/:id/deliveries/:deliveryId",
  "/api/company/:companyId/audit-log",
];

/**
 * Returns a function that refetches the endpoints and their logs. It is not in `affectedQueries.ts`,
 * because visitors' pages load that file.
 */
export function useRefetchWebhooks(): () => void {
  const client = useQueryClient();
  return () => {
    for (const path of PATHS) void client.invalidateQueries({ queryKey: [path] });
  };
}
