import type { ReactNode } from "react";
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
import { PasswordInput } from "#web/ui/PasswordInput.tsx";
import { SettingsForm } from "#web/ui/SettingsForm.tsx";
import { Switch } from "#web/ui/Switch.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { OpenDialog, useDialogState } from "#web/ui/useDialogState.ts";
import { DisconnectDialog } from "./DisconnectDialog.tsx";
import { signOnQuery } from "./signOnQuery.ts";

type Values = z.input<typeof ProviderChange>;
type Form = UseFormReturn<Values, unknown, ProviderChange>;

interface ProviderFormProps {
  signOn: CompanySignOn;
}

/** The form that connects the provider, with the addresses to enter there. */
export function ProviderForm({ signOn }: ProviderFormProps) {
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
      title="Your own login"
      description="Let people log in with your company's OpenID Connect provider, such as Keycloak, Microsoft Entra, Okta, Google Workspace or Auth0."
      isSaving={isSaving}
      onSave={save}
      otherAction={provider ? <OtherActions form={form} provider={provider} /> : null}
    >
      <div className="flex flex-col gap-8">
        <Part
          title="At your provider"
          text="Make a web application with the authorization code flow there, and enter these addresses."
        >
          <Addresses signOn={signOn} />
        </Part>
        <Part title="Connection" text="What your provider shows for the application.">
          <ConnectionFields form={form} provider={provider} />
        </Part>
        <Part title="Claims" text="What your provider says of a person, and under which names.">
          <ClaimFields form={form} provider={provider} />
        </Part>
        <Switches form={form} provider={provider} />
      </div>
    </SettingsForm>
  );
}

function Part({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="font-medium">{title}</h3>
      <p className="mb-4 text-sm text-muted">{text}</p>
      {children}
    </div>
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
    <div className="grid gap-x-8 gap-y-5 xl:grid-cols-2">
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
    <div className="grid gap-x-8 gap-y-5 xl:grid-cols-2">
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

/** The buttons to disconnect the provider and to test what is saved. */
function OtherActions({ form, provider }: { form: Form; provider: CompanyProvider }) {
  const { isDirty } = useFormState({ control: form.control });
  const { company } = usePortal();
  const disconnect = useDialogState<true>();
  return (
    <>
      <Button
        variant="ghost"
        className="mr-auto"
        aria-haspopup="dialog"
        onClick={() => disconnect.open(true)}
      >
        Disconnect
      </Button>
      {isDirty || !provider.hasSecret ? null : company ? (
        <Button asChild variant="secondary">
          <a href="/auth/oidc/company?purpose=test" target="_blank" rel="noopener">
            Test the connection
            <ExternalLink aria-hidden="true" />
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        </Button>
      ) : (
        <Button asChild variant="secondary">
          <a href="/api/feedback-portal?to=sign-on">Test on your portal</a>
        </Button>
      )}
      <OpenDialog state={disconnect}>
        {(_, frame) => <DisconnectDialog {...frame} name={provider.name} />}
      </OpenDialog>
    </>
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
