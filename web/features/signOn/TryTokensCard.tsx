import { useState } from "react";
import type { ApplicationSignIn, CheckedToken } from "#contract/signedTokens.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Card } from "#web/ui/Card.tsx";
import { CodeSamples } from "#web/ui/CodeSamples.tsx";
import { CopiedRows } from "#web/ui/CopiedRows.tsx";
import { Field } from "#web/ui/Field.tsx";
import { TextArea } from "#web/ui/TextArea.tsx";
import { TOKEN_SAMPLES } from "./tokenSamples.ts";

/** Makes a sample token, says what is wrong with a pasted one, and shows how to make them. */
export function TryTokensCard({ application }: { application: ApplicationSignIn }) {
  const { method, secrets, portalUrls } = application;
  const canMake = method === "secret" && secrets.some(({ isReadable }) => isReadable);
  return (
    <Card title="Try it" description="A token is only checked here. Nobody is logged in.">
      <div className="flex flex-col gap-6">
        <TokenForm canMake={canMake} />
        <div>
          <h3 className="mb-2 text-sm font-medium">Addresses for your application</h3>
          <CopiedRows rows={portalUrls.flatMap(rowsOf)} />
        </div>
        <details className="text-sm">
          <summary className="min-h-8 cursor-pointer font-medium">
            Programs that make a token
          </summary>
          <div className="pt-2">
            <CodeSamples samples={TOKEN_SAMPLES} />
          </div>
        </details>
      </div>
    </Card>
  );
}

/** The form that checks a token, with the button that makes a sample. */
function TokenForm({ canMake }: { canMake: boolean }) {
  const [token, setToken] = useState("");
  const [checked, setChecked] = useState<CheckedToken>();
  const check = useApiMutation("POST /api/application-sign-in/check", {
    errorFallback: "Failed to check the token",
    onSuccessMounted: setChecked,
  });
  const sample = useApiMutation("POST /api/application-sign-in/sample", {
    errorFallback: "Failed to make a token",
    onSuccessMounted: (made) => {
      setToken(made.token ?? "");
      setChecked(undefined);
    },
  });
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        check.mutate({ body: { token } });
      }}
    >
      <Field label="Token">
        {(control) => (
          <TextArea
            {...control}
            rows={3}
            className="font-mono text-xs"
            autoComplete="off"
            spellCheck={false}
            value={token}
            onChange={({ target }) => {
              setToken(target.value);
              setChecked(undefined);
            }}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="secondary"
          pending={check.isPending}
          disabled={token.trim() === ""}
        >
          Check the token
        </Button>
        {canMake ? (
          <Button variant="ghost" pending={sample.isPending} onClick={() => sample.mutate()}>
            Make a sample
          </Button>
        ) : null}
      </div>
      <div role="status">{checked ? <Verdict {...checked} /> : null}</div>
    </form>
  );
}

/** The audience of tokens for an address of the portal, and the links that log in there. */
const rowsOf = (url: string) => [
  { label: "Audience", text: url, copyLabel: `Copy audience ${url}` },
  { label: "Link", text: `${url}/auth/application?to=/`, copyLabel: `Copy link to ${url}` },
  { label: "With token", text: `${url}/auth/token?token=…&state=…&to=/`, isFixed: true as const },
];

function Verdict({ isAccepted, reason, header, claims }: CheckedToken) {
  return (
    <div className="flex flex-col gap-3 rounded-lg border p-3 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={isAccepted ? "green" : "danger"}>{isAccepted ? "Accepted" : "Refused"}</Badge>
        <span className="min-w-0 wrap-anywhere">
          {reason ?? "This token logs its person in, once."}
        </span>
      </p>
      {header === null && claims === null ? null : (
        <pre
          aria-label="Content of the token"
          dir="ltr"
          className="font-mono text-xs whitespace-pre-wrap wrap-anywhere text-muted"
        >
          {[header, claims].filter((part) => part !== null).join("\n")}
        </pre>
      )}
    </div>
  );
}
