import { AdminConsoleLayout } from "#web/layout/AdminConsoleLayout.tsx";

/** /admin/content (SPEC section 2). */
export function Component() {
  return <AdminConsoleLayout title="Content Management">{null}</AdminConsoleLayout>;
}
