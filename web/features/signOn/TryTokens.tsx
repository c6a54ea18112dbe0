import { useState } from "react";
import type { ApplicationSignIn, CheckedToken } from "#contract/signedTokens.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Field } from "#web/ui/Field.tsx";
import { TextArea } from "#web/ui/TextArea.tsx";

/** The form that says what is wrong with a token, with a button that makes a sample. */
export function TryTokens({ application }: { application: ApplicationSignIn }) {
  const { method, secrets } = application;
  const canMake = method === "secret" && secrets.some(({ isReadable }) => isReadable);
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

function Verdict({ isAccepted, reason, header, claims }: CheckedToken) {
  return (
    <div className="flex flex-col gap-3 rounded-lg border bg-surface p-3 text-sm">
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
