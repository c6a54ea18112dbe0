import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import { Button } from "#web/ui/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { Building2 } from "#web/ui/adminIcons.ts";

/**
 * Replaces lists of feedback or notifications if neither the host nor the user has a company. In
 * this case the lists are not fetched (docs/specification.md "6. Roles and permissions").
 */
export function NoCompanyNotice() {
  const isSuperAdmin = useCurrentUser()?.role === "super_admin";
  return (
    <EmptyState
      icon={Building2}
      title="No company associated with your account."
      text="Feedback is shown on the portal of each company."
      action={
        isSuperAdmin ? (
          <Button asChild>
            <a href="/admin/companies">Go to companies</a>
          </Button>
        ) : null
      }
    />
  );
}
