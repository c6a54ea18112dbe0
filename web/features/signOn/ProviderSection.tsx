import { useQuery } from "@tanstack/react-query";
import type { CompanySignOn } from "#contract/companySignOn.ts";
import { LoadedContent } from "#web/ui/LoadedContent.tsx";
import { SettingsFormSkeleton } from "#web/ui/SettingsForm.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import { EmailDomainsCard } from "./EmailDomainsCard.tsx";
import { OnlyWayCard } from "./OnlyWayCard.tsx";
import { ProviderForm } from "./ProviderForm.tsx";
import { signOnQuery } from "./signOnQuery.ts";

/** The cards where admins connect the company's provider of OpenID Connect. */
export function ProviderSection() {
  return (
    <LoadedContent
      query={useQuery(signOnQuery())}
      skeleton={<ProviderSkeleton />}
      errorMessage="Failed to fetch sign-on settings"
    >
      {(signOn) => <Cards signOn={signOn} />}
    </LoadedContent>
  );
}

function Cards({ signOn }: { signOn: CompanySignOn }) {
  const { provider, domains } = signOn;
  return (
    <div className="flex flex-col gap-6">
      <ProviderForm signOn={signOn} />
      <EmailDomainsCard domains={domains} />
      {provider?.isOn ? <OnlyWayCard provider={provider} /> : null}
    </div>
  );
}

function ProviderSkeleton() {
  return (
    <SkeletonGroup label="Loading sign-on settings">
      <SettingsFormSkeleton>
        <div className="flex flex-col gap-5">
          {["w-24", "w-20", "w-28", "w-32"].map((width) => (
            <div key={width}>
              <Skeleton className={`mb-2 ${width}`} />
              <Skeleton className="h-10 w-full rounded-lg" />
            </div>
          ))}
        </div>
      </SettingsFormSkeleton>
    </SkeletonGroup>
  );
}
