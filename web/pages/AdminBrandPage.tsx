import { AdminConsoleLayout } from "#web/layout/AdminConsoleLayout.tsx";

/** /admin/brand-settings (SPEC section 2). */
export function Component() {
  return <AdminConsoleLayout title="Brand Settings">{null}</AdminConsoleLayout>;
}
