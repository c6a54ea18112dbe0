import { AdminConsoleLayout } from "#web/layout/AdminConsoleLayout.tsx";

/** /admin/audit-log (SPEC section 2). */
export function Component() {
  return <AdminConsoleLayout title="Audit Log">{null}</AdminConsoleLayout>;
}
