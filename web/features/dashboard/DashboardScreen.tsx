import { useCurrentUser, usePortal } from "#web/app/api/SessionContext.tsx";
import { DashboardFigures } from "./DashboardFigures.tsx";
import { DashboardLinks } from "./DashboardLinks.tsx";

/**
 * The dashboard with links, figures and the version of the running build (docs/specification.md
 * "Admin dashboard (/admin/settings)").
 */
export function DashboardScreen() {
  const { deploymentCount = 0 } = usePortal().site;
  const username = useCurrentUser()?.username;
  return (
    <section aria-labelledby="dashboard">
      <h2 id="dashboard" className="mb-5 text-lg font-semibold">
        Dashboard
      </h2>
      <div className="flex flex-col gap-6">
        <DashboardLinks />
        <DashboardFigures />
        <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 text-sm text-muted">
          <p>Version {`1.0.${String(deploymentCount)}`}</p>
          <p className="wrap-anywhere">Logged in as {username}</p>
        </div>
      </div>
    </section>
  );
}
