import { useQuery } from "@tanstack/react-query";
import type { UseFormRegisterReturn, UseFormReturn } from "react-hook-form";
import { useFormState } from "react-hook-form";
import type { z } from "zod/mini";
import type { CompanyProvider, CompanySignOn } from "#contract/companySignOn.ts";
import { ProviderChange } from "#contract/companySignOn.ts";
import { usePortal } from "#web/app/api/SessionContext.tsx";
import { useSettingsForm } from "#web/app/api/useSettingsForm.ts";
import { ExternalLink } from "#web/ui/adminIcons.ts";
import { Button } from "#web/ui/Button.tsx";
import { CopiedRows } from "#web/ui/CopiedRows.tsx";
import { Field } from "#web/ui/Field.tsx";
import { LoadedContent } from "#web/ui/LoadedContent.tsx";
import { PasswordInput } from "#web/ui/PasswordInput.tsx";
import { SettingsForm } from "#web/ui/SettingsForm.tsx";
import { Step } from "#web/ui/Steps.tsx";
import { Switch } from "#web/ui/Switch.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { DisconnectButton } from "./DisconnectButton.tsx";
import { signOnQuery } from "./signOnQueries.ts";
import { providerState } from "./signOnWays.ts";
import { WayScreen, WaySkeleton } from "./WayScreen.tsx";

type Values = z.input<typeof ProviderChange>;
type Form = UseFormReturn<Values, unknown, ProviderChange>;

/** The screen where admins connect the company's provider of OpenID Connect. */
export function ProviderScreen() {
  const signOn = useQuery(signOnQuery());
  return (
    <WayScreen way="provider" state={signOn.data && providerState(signOn.data)}>
      <LoadedContent
        query={signOn}
        skeleton={<WaySkeleton rows={6} />}
        errorMessage="Failed to fetch sign-on settings"
      >
        {(loaded) => <ProviderForm signOn={loaded} />}
      </LoadedContent>
    </WayScreen>
  );
}

interface ProviderFormProps {
  signOn: CompanySignOn;
}

/** The form that connects the provider, with the steps in their order. */
function ProviderForm({ signOn }: ProviderFormProps) {
  const { provider } = signOn;
  const { form, save, isSaving } = useSettingsForm("PUT /api/company/sign-on", {
    values: valuesOf(signOn),
    query: signOnQuery(),
    valuesOf,
    schema: ProviderChange,
    inputOf: (body) => ({ body }),
    changes: "signOn",
    freshFor: "change how people log in",
    success: "Sign-on saved successfully",
    errorFallback: "Failed to save the sign-on settings",
  });
  return (
    <SettingsForm
      isSaving={isSaving}
      onSave={save}
      otherAction={provider ? <DisconnectButton name={provider.name} /> : null}
    >
      <ol className="flex flex-col gap-8">
        <Step
          number={1}
          title="At your provider"
          text="Make a web application with the authorization code flow there, and enter these addresses."
        >
          <Addresses signOn={signOn} />
        </Step>
        <Step number={2} title="Connection" text="What your provider shows for the application.">
          <ConnectionFields form={form} provider={provider} />
        </Step>
        <Step
          number={3}
          title="Claims"
          text="What your provider says of a person, and under which names."
        >
          <ClaimFields form={form} provider={provider} />
        </Step>
        <Step
          number={4}
          title="Test and turn on"
          text="The test shows every claim and what would happen to this person. Nobody is logged in by it."
        >
          <TestLink form={form} provider={provider} />
          <Switches form={form} provider={provider} />
        </Step>
      </ol>
    </SettingsForm>
  );
}

/** The addresses to copy, one for each host of the portal. */
function Addresses({ signOn: { callbackUrls, signedOutUrls } }: ProviderFormProps) {
  const rowsOf = (label: string, urls: readonly string[]) =>
    urls.map((text) => ({ label, text, copyLabel: `Copy ${text}` }));
  return (
    <CopiedRows
      rows={[...rowsOf("Callback", callbackUrls), ...rowsOf("After logout", signedOutUrls)]}
    />
  );
}

interface FieldsProps {
  form: Form;
  provider: CompanyProvider | null;
}

/**
 * The fields that the provider names. The default values are for the server's render; after hydration
 * the form sets the values.
 */
function ConnectionFields({ form: { register, formState }, provider }: FieldsProps) {
  const { errors } = formState;
  const hasSecret = provider?.hasSecret ?? false;
  return (
    <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
      <Text
        label="Issuer"
        help="The address of the provider, without /.well-known/openid-configuration."
        error={errors.issuer?.message}
        field={register("issuer")}
        saved={provider?.issuer}
        placeholder="https://login.example.com/realms/example"
      />
      <Text
        label="Name on the button"
        help="The button on the login page says: Log in with this name."
        error={errors.name?.message}
        field={register("name")}
        saved={provider?.name}
        placeholder="Example Login"
      />
      <Text
        label="Client ID"
        error={errors.clientId?.message}
        field={register("clientId")}
        saved={provider?.clientId}
      />
      <Field
        label="Client secret"
        required={!hasSecret}
        help={
          hasSecret
            ? "Stored. Leave this empty to keep it."
            : provider
              ? "It was stored by another installation. Enter it again."
              : "Stored encrypted, and never shown again."
        }
        error={errors.clientSecret?.message}
      >
        {(control) => (
          <PasswordInput {...control} {...register("clientSecret")} autoComplete="off" />
        )}
      </Field>
    </div>
  );
}

function ClaimFields({ form: { register, formState }, provider }: FieldsProps) {
  const { errors } = formState;
  return (
    <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
      <Text
        label="Name"
        error={errors.nameClaim?.message}
        field={register("nameClaim")}
        saved={provider?.nameClaim ?? "name"}
      />
      <Text
        label="Picture"
        optional
        error={errors.pictureClaim?.message}
        field={register("pictureClaim")}
        saved={provider ? (provider.pictureClaim ?? "") : "picture"}
      />
      <Text
        label="Admins: claim"
        optional
        help="Whoever has the value in this claim is an admin here, checked at every login. Empty: admins are set by hand."
        error={errors.adminClaim?.message}
        field={register("adminClaim")}
        saved={provider?.adminClaim ?? ""}
        placeholder="groups"
      />
      <Text
        label="Admins: value"
        optional
        error={errors.adminValue?.message}
        field={register("adminValue")}
        saved={provider?.adminValue ?? ""}
        placeholder="feedback-admins"
      />
    </div>
  );
}

interface TextProps {
  label: string;
  help?: string;
  optional?: boolean;
  error: string | undefined;
  field: UseFormRegisterReturn;
  saved: string | undefined;
  placeholder?: string;
}

function Text({ label, help, optional = false, error, field, saved, placeholder }: TextProps) {
  return (
    <Field label={label} help={help} optional={optional} required={!optional} error={error}>
      {(control) => (
        <TextInput
          {...control}
          {...field}
          defaultValue={saved ?? ""}
          placeholder={placeholder}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </Field>
  );
}

function Switches({ form: { register }, provider }: FieldsProps) {
  return (
    <div className="flex flex-col gap-3">
      <Switch
        label="On"
        help="Shows the button on the login page. Without it, you can test the connection first."
        {...register("isOn")}
        defaultChecked={provider?.isOn ?? false}
      />
      {provider?.offersSignOut ? (
        <Switch
          label="Log out at the provider too"
          help="Whoever logs out here is logged out there as well. Enter the addresses after logout first."
          {...register("signsOut")}
          defaultChecked={provider.signsOut}
        />
      ) : null}
    </div>
  );
}

/** The link that tests what is saved. */
function TestLink({ form, provider }: FieldsProps) {
  const { isDirty } = useFormState({ control: form.control });
  const { company } = usePortal();
  if (isDirty || !provider?.hasSecret)
    return <p className="mb-3 text-sm">Save first, to test the connection.</p>;
  return (
    <Button asChild variant="secondary" className="mb-3">
      {company ? (
        <a href="/auth/oidc/company?purpose=test" target="_blank" rel="noopener">
          Test the connection
          <ExternalLink aria-hidden="true" />
          <span className="sr-only">(opens in a new tab)</span>
        </a>
      ) : (
        <a href="/api/feedback-portal?to=sign-on">Test on your portal</a>
      )}
    </Button>
  );
}

const valuesOf = ({ provider }: CompanySignOn): Values => ({
  name: provider?.name ?? "",
  issuer: provider?.issuer ?? "",
  clientId: provider?.clientId ?? "",
  clientSecret: "",
  isOn: provider?.isOn ?? false,
  nameClaim: provider?.nameClaim ?? "name",
  pictureClaim: provider ? (provider.pictureClaim ?? "") : "picture",
  adminClaim: provider?.adminClaim ?? "",
  adminValue: provider?.adminValue ?? "",
  signsOut: provider?.signsOut ?? false,
});
