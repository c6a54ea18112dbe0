import type { ApplicationSignIn } from "#contract/signedTokens.ts";
import { ApplicationSignInValues } from "#contract/signedTokens.ts";
import { useSettingsForm } from "#web/app/api/useSettingsForm.ts";
import { Field } from "#web/ui/Field.tsx";
import { Select } from "#web/ui/Select.tsx";
import { SettingsForm } from "#web/ui/SettingsForm.tsx";
import { Switch } from "#web/ui/Switch.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { applicationQuery } from "./signOnQueries.ts";

/** The form for the application, its login page, and how it signs its tokens. */
export function ApplicationForm({ application }: { application: ApplicationSignIn }) {
  const { form, save, isSaving } = useApplicationForm(application);
  const { register, watch, formState } = form;
  const { errors } = formState;
  const name = watch("name").trim() || "your application";
  return (
    <SettingsForm isSaving={isSaving} onSave={save}>
      <div className="flex flex-col gap-5">
        <Field
          label="Name of the application"
          required
          error={errors.name?.message}
          help={
            <span className="wrap-anywhere">{`The button on the login page says “Log in with ${name}”.`}</span>
          }
        >
          {(control) => <TextInput {...control} {...register("name")} autoComplete="off" />}
        </Field>
        <Field
          label="Login page of the application"
          optional
          error={errors.loginUrl?.message}
          help="The button leads there with state and portal in the address. The page sends the browser back with a token and the same state. Without it, there is no button, and only links from your application log in."
        >
          {(control) => (
            <TextInput
              {...control}
              {...register("loginUrl")}
              type="url"
              inputMode="url"
              autoComplete="off"
              placeholder="https://app.example.com/feedback-login"
            />
          )}
        </Field>
        <SigningFields form={form} />
        <Switch
          label="Log in by signed tokens"
          help="Without it, tokens are refused. People who are logged in stay so."
          {...register("isOn")}
        />
      </div>
    </SettingsForm>
  );
}

/** How the application signs, and where its public keys are. */
function SigningFields({ form }: { form: ReturnType<typeof useApplicationForm>["form"] }) {
  const { register, watch, formState } = form;
  const { errors } = formState;
  return (
    <>
      <Field label="Tokens are signed" error={errors.method?.message}>
        {(control) => (
          <Select {...control} {...register("method")}>
            <option value="secret">With a secret (HS256)</option>
            <option value="keys">With a private key (RS256, ES256 or EdDSA)</option>
          </Select>
        )}
      </Field>
      {watch("method") === "keys" ? (
        <Field
          label="Address of the public keys"
          required
          error={errors.jwksUrl?.message}
          help="A JSON Web Key Set (JWKS), which is read again every ten minutes."
        >
          {(control) => (
            <TextInput
              {...control}
              {...register("jwksUrl")}
              type="url"
              inputMode="url"
              autoComplete="off"
              placeholder="https://app.example.com/.well-known/jwks.json"
            />
          )}
        </Field>
      ) : null}
    </>
  );
}

function useApplicationForm(application: ApplicationSignIn) {
  return useSettingsForm("PUT /api/application-sign-in", {
    values: valuesOf(application),
    valuesOf,
    query: applicationQuery(),
    schema: ApplicationSignInValues,
    inputOf: (body) => ({ body }),
    changes: "signedTokens",
    success: "Signed tokens saved",
    errorFallback: "Failed to save signed tokens",
  });
}

function valuesOf({ isOn, name, loginUrl, method, jwksUrl }: ApplicationSignIn) {
  return { isOn, name, loginUrl: loginUrl ?? "", method, jwksUrl: jwksUrl ?? "" };
}
