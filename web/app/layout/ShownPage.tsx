import { useRouteState } from "#web/app/navigation/NavigationContext.tsx";
import { AppLayout } from "./AppLayout.tsx";
import { FailureBoundary } from "./FailureBoundary.tsx";
import { PageFailure } from "./PageFailure.tsx";

/**
 * Shows the current page in its layout, or an error. If only the page fails, the layout is still
 * shown.
 */
export function ShownPage() {
  const route = useRouteState();
  const { content } = route;
  if ("Page" in content) {
    const { Page } = content;
    return (
      <FailureBoundary route={route}>
        <AppLayout>
          <FailureBoundary route={route}>
            <Page />
          </FailureBoundary>
        </AppLayout>
      </FailureBoundary>
    );
  }
  const failure = <PageFailure {...content} />;
  if (content.failed === "frame") return failure;
  return (
    <FailureBoundary route={route}>
      <AppLayout>{failure}</AppLayout>
    </FailureBoundary>
  );
}
