import { useQuery } from "@tanstack/react-query";
import type { ApplicationSignIn } from "#contract/signedTokens.ts";
import { CodeSamples } from "#web/ui/CodeSamples.tsx";
import { CopiedRows } from "#web/ui/CopiedRows.tsx";
import { LoadedContent } from "#web/ui/LoadedContent.tsx";
import { Step } from "#web/ui/Steps.tsx";
import { ApplicationForm } from "./ApplicationForm.tsx";
import { SecretsStep } from "./SecretsStep.tsx";
import { applicationQuery } from "./signOnQueries.ts";
import { tokensState } from "./signOnWays.ts";
import { TOKEN_SAMPLES } from "./tokenSamples.ts";
import { TryTokens } from "./TryTokens.tsx";
import { WayScreen, WaySkeleton } from "./WayScreen.tsx";

/** The screen where admins let the users of their own application log in by signed tokens. */
export function SignedTokensScreen() {
  const application = useQuery(applicationQuery());
  return (
    <WayScreen way="tokens" state={application.data && tokensState(application.data)}>
      <LoadedContent
        query={application}
        skeleton={<WaySkeleton rows={5} />}
        errorMessage="Failed to fetch the settings of signed tokens"
      >
        {(loaded) => <SetUp application={loaded} />}
      </LoadedContent>
    </WayScreen>
  );
}

/** The steps in their order. An application that signs with a key of its own has no secrets here. */
function SetUp({ application }: { application: ApplicationSignIn }) {
  const { method, secrets, portalUrls } = application;
  const withSecret = method === "secret" ? 1 : 0;
  return (
    <ol className="flex flex-col gap-8">
      {withSecret ? <SecretsStep number={1} secrets={secrets} /> : null}
      <Step
        number={withSecret + 1}
        title="Your application"
        text="How it is called and how it signs. Turn it on when your application makes tokens."
      >
        <ApplicationForm application={application} />
      </Step>
      <Step
        number={withSecret + 2}
        title="In your application"
        text="Make a token for the person who is logged in, and send the browser to one of these addresses with it. The token also says which organisation the person works for."
      >
        <CopiedRows rows={portalUrls.flatMap(rowsOf)} />
        <details className="mt-4 text-sm">
          <summary className="min-h-8 cursor-pointer font-medium">
            Programs that make a token
          </summary>
          <div className="pt-2">
            <CodeSamples samples={TOKEN_SAMPLES} />
          </div>
        </details>
      </Step>
      <Step
        number={withSecret + 3}
        title="Try it"
        text="A token is only checked here. Nobody is logged in."
      >
        <TryTokens application={application} />
      </Step>
    </ol>
  );
}

/** The audience of tokens for an address of the portal, and the links that log in there. */
const rowsOf = (url: string) => [
  { label: "Audience", text: url, copyLabel: `Copy audience ${url}` },
  { label: "Link", text: `${url}/auth/application?to=/`, copyLabel: `Copy link to ${url}` },
  { label: "With token", text: `${url}/auth/token?token=…&state=…&to=/`, isFixed: true as const },
];
