import { AdminConsoleLayout } from "#web/layout/AdminConsoleLayout.tsx";

/** /admin/landing-page (SPEC section 2). */
export function Component() {
  return <AdminConsoleLayout title="Landing Page">{null}</AdminConsoleLayout>;
}
