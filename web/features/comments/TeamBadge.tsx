import { useShownCompany } from "#web/app/api/SessionContext.tsx";
import { Badge } from "#web/ui/Badge.tsx";

/** Marks what an admin of the company has written. */
export function TeamBadge() {
  const company = useShownCompany();
  return company ? <Badge>{company.name} team</Badge> : null;
}
