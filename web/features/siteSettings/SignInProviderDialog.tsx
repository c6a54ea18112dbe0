import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useForm } from "react-hook-form";
import type * as z from "zod/mini";
import type { SignInProvider, SignInProviderSettings } from "#contract/signInProviders.ts";
import { PROVIDER_NAMES, SignInProviderForm } from "#contract/signInProviders.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { CopyButton } from "#web/ui/CopyButton.tsx";
import { Field } from "#web/ui/Field.tsx";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { PasswordInput } from "#web/ui/PasswordInput.tsx";
import { Switch } from "#web/ui/Switch.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { signInProvidersQuery } from "./SiteSettingsLoader.tsx";

/** How the installation is registered at a provider. */
interface Guide {
  /** Where that is done. */
  console: { name: string; url: string };
  /** What to choose there. */
  steps: readonly string[];
  /** The provider's own instructions. */
  docs: string;
}

const GUIDES: Readonly<Record<SignInProvider, Guide>> = {
  google: {
    console: {
      name: "Google Auth Platform",
      url: "https://console.cloud.google.com/auth/clients",
    },
    steps: [
      "Create a client of the type Web application.",
      "Enter the callback address under Authorized redirect URIs.",
    ],
    docs: "https://developers.google.com/identity/openid-connect/openid-connect",
  },
  microsoft: {
    console: {
      name: "Microsoft Entra",
      url: "https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/ApplicationsListBlade",
    },
    steps: [
      "Register an application with the callback address as a redirect URI of the type Web.",
      "Make a client secret under Certificates & secrets.",
      "Add the optional claims email and xms_edov to the ID token under Token configuration.",
    ],
    docs: "https://learn.microsoft.com/entra/identity-platform/quickstart-register-app",
  },
  github: {
    console: { name: "GitHub", url: "https://github.com/settings/applications/new" },
    steps: [
      "Register an OAuth app with the callback address as Authorization callback URL.",
      "Generate a client secret.",
    ],
    docs: "https://docs.github.com/apps/oauth-apps/building-oauth-apps/creating-an-oauth-app",
  },
};

type Values = z.input<typeof SignInProviderForm>;

interface SignInProviderDialogProps {
  isOpen: boolean;
  onClose: () => void;
  settings: SignInProviderSettings;
  callbackUrl: string;
}

/** The dialog that sets a sign-in provider up, changes it or removes it. */
export function SignInProviderDialog({
  isOpen,
  onClose,
  settings,
  callbackUrl,
}: SignInProviderDialogProps) {
  const { provider, clientId, tenant, isOn } = settings;
  const name = PROVIDER_NAMES[provider];
  const client = useQueryClient();
  const form = useForm<Values, unknown, z.output<typeof SignInProviderForm>>({
    resolver: zodResolver(SignInProviderForm),
    defaultValues: {
      clientId,
      secret: "",
      tenant: tenant ?? "common",
      isOn: isOn || clientId === "",
    },
  });
  const save = useApiMutation("PUT /api/admin/site-settings/sign-in-providers/:provider", {
    form,
    changes: "siteAuditLog",
    success: `${name} saved`,
    errorFallback: `Failed to save ${name}`,
    onSuccess: (saved) => client.setQueryData(signInProvidersQuery.queryKey, saved),
    onSuccessMounted: onClose,
  });
  const submit = form.handleSubmit((body) => {
    if (!save.isPending) save.mutate({ params: { provider }, body });
  });
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Log in with ${name}`}
      isDirty={form.formState.isDirty}
      isPending={save.isPending}
      submitLabel="Save"
      pendingLabel="Saving..."
      onSubmit={() => void submit()}
    >
      <div className="flex flex-col gap-5">
        <Steps guide={GUIDES[provider]} callbackUrl={callbackUrl} />
        <ProviderFields form={form} settings={settings} />
      </div>
    </FormDialog>
  );
}

function Steps({ guide, callbackUrl }: { guide: Guide; callbackUrl: string }) {
  return (
    <>
      <ol className="list-decimal space-y-1 pl-5 text-sm">
        <li>
          Open <OutsideLink href={guide.console.url}>{guide.console.name}</OutsideLink>.
        </li>
        {guide.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
        <li>
          Copy the client ID and the secret to the fields below (
          <OutsideLink href={guide.docs}>instructions</OutsideLink>).
        </li>
      </ol>
      <div className="flex min-h-12 items-center gap-2 rounded-lg border bg-sunken py-1 pr-1 pl-4">
        <p className="min-w-0 flex-1 text-sm">
          <span className="block text-muted">Callback address</span>
          <span className="font-mono wrap-anywhere">{callbackUrl}</span>
        </p>
        <CopyButton text={callbackUrl} label="Copy callback address" />
      </div>
    </>
  );
}

function OutsideLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className="underline">
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

interface FieldProps {
  form: UseFormReturn<Values, unknown, z.output<typeof SignInProviderForm>>;
  settings: SignInProviderSettings;
}

function ProviderFields({ form, settings }: FieldProps) {
  const { provider } = settings;
  return (
    <>
      <ClientIdField form={form} settings={settings} />
      <SecretField form={form} settings={settings} />
      {provider === "microsoft" ? <DirectoryField form={form} /> : null}
      <Switch
        label={`Offer ${PROVIDER_NAMES[provider]} on the login pages`}
        {...form.register("isOn")}
      />
    </>
  );
}

function ClientIdField({ form: { register, formState }, settings: { clientId } }: FieldProps) {
  const help =
    "Empty it and turn the provider off to remove it with its secret. Connected accounts keep their other ways to log in.";
  return (
    <Field
      label="Client ID"
      error={formState.errors.clientId?.message}
      help={clientId === "" ? undefined : help}
    >
      {(control) => (
        <TextInput
          {...control}
          {...register("clientId")}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </Field>
  );
}

function SecretField({ form: { register, formState }, settings: { hasSecret } }: FieldProps) {
  return (
    <Field
      label="Client secret"
      error={formState.errors.secret?.message}
      help={
        hasSecret
          ? "A secret is stored. It is never shown; enter another one to replace it."
          : "It is stored encrypted, and never shown again."
      }
    >
      {(control) => (
        <PasswordInput
          {...control}
          {...register("secret")}
          secret="client secret"
          autoComplete="off"
        />
      )}
    </Field>
  );
}

function DirectoryField({ form: { register, formState } }: Pick<FieldProps, "form">) {
  return (
    <Field
      label="Directory (tenant)"
      error={formState.errors.tenant?.message}
      help="common admits everybody, organizations only work and school accounts, and the ID of a directory only its people."
    >
      {(control) => (
        <TextInput
          {...control}
          {...register("tenant")}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </Field>
  );
}
