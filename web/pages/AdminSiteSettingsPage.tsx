import { AdminConsoleLayout } from "#web/layout/AdminConsoleLayout.tsx";

/** /admin/site-settings (SPEC section 2). */
export function Component() {
  return <AdminConsoleLayout title="Site Settings">{null}</AdminConsoleLayout>;
}
