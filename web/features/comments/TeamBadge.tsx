import { useShownCompany } from "#web/app/api/SessionContext.tsx";
import { Badge } from "#web/ui/Badge.tsx";

/** A badge that marks text as written by an admin of the company. */
export function TeamBadge() {
  const company = useShownCompany();
  return company ? <Badge>{company.name} team</Badge> : null;
}
