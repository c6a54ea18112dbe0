import { AdminConsoleLayout } from "#web/layout/AdminConsoleLayout.tsx";

/** /admin/companies (SPEC section 2). */
export function Component() {
  return <AdminConsoleLayout title="Companies">{null}</AdminConsoleLayout>;
}
