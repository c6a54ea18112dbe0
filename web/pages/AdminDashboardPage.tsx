import { AdminConsoleLayout } from "#web/layout/AdminConsoleLayout.tsx";

/** /admin/settings (SPEC section 2, Admin dashboard). */
export function Component() {
  return <AdminConsoleLayout title="Admin Console">{null}</AdminConsoleLayout>;
}
