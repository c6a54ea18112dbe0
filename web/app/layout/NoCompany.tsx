import { Building2 } from "#web/ui/icons.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";

/** Stands for lists of feedback where there is no company whose they could be: nothing is fetched (SPEC section 6). */
export function NoCompany() {
  return (
    <EmptyState
      icon={Building2}
      title="No company associated with your account."
      text="Feedback is shown on the portal of each company."
    />
  );
}
