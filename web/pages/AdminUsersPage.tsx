import { AdminConsoleLayout } from "#web/layout/AdminConsoleLayout.tsx";

/** /admin/users (SPEC section 2). */
export function Component() {
  return <AdminConsoleLayout title="User Management">{null}</AdminConsoleLayout>;
}
