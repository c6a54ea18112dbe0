import { PageContainer } from "#web/app/layout/PageContainer.tsx";
import { PageHeading } from "#web/app/layout/PageHeading.tsx";
import { PageMeta } from "#web/app/layout/PageMeta.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Card } from "#web/ui/Card.tsx";

/** The page /account-deleted, which opens after users have deleted their account. */
export function Component() {
  return (
    <PageContainer width="narrow">
      <PageMeta title="Account deleted" noIndex />
      <PageHeading title="Your account was deleted" />
      <Card
        footer={
          <Button asChild>
            <a href="/">Go to the start page</a>
          </Button>
        }
      >
        <p className="text-base">
          You are signed out everywhere, and your votes were taken back. Your items and comments
          stay without your name.
        </p>
      </Card>
    </PageContainer>
  );
}
