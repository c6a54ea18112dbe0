import type { CompanySettings } from "#contract/companySettings.ts";
import { DomainChange } from "#contract/companySettings.ts";
import { useSettingsForm } from "#web/app/api/useSettingsForm.ts";
import { Card } from "#web/ui/Card.tsx";
import { CopiedText } from "#web/ui/CopiedText.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { Field } from "#web/ui/Field.tsx";
import { FieldSkeleton, SettingsForm, SettingsFormSkeleton } from "#web/ui/SettingsForm.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import { Step } from "#web/ui/Steps.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { settingsQuery } from "./CompanySettingsLoader.tsx";
import { DomainSetup } from "./DomainSetup.tsx";
import { Globe } from "#web/ui/adminIcons.ts";

/**
 * The custom domain with its verification state. A company without a subdomain cannot have a custom
 * domain (docs/specification.md "Company settings area").
 */
export function DomainScreen({ settings }: { settings: CompanySettings }) {
  const { domain } = settings;
  const { customDomain, cnameTarget } = domain;
  if (cnameTarget === null) {
    return (
      <Card title="Domain Settings">
        <EmptyState
          icon={Globe}
          title="No subdomain has been configured for your company. Please contact support for assistance."
        />
      </Card>
    );
  }
  return (
    <div className="flex flex-col gap-6">
      <DomainForm settings={settings} />
      {customDomain === null ? (
        <HowItWorks target={cnameTarget} />
      ) : (
        <DomainSetup
          companyId={settings.id}
          domain={{ ...domain, customDomain }}
          target={cnameTarget}
        />
      )}
    </div>
  );
}

/** What there is to do for a custom domain, shown before one is saved. */
function HowItWorks({ target }: { target: string }) {
  return (
    <Card title="How it works">
      <ol className="grid gap-6 lg:grid-cols-3">
        <Step
          number={1}
          title="Save a name"
          text="Choose a name below a domain of yours, and save it above."
        />
        <Step
          number={2}
          title="Set a CNAME record"
          text="At your domain's provider, let the name point to your portal's own subdomain:"
        >
          <CopiedText text={target} copyLabel="Copy value" />
        </Step>
        <Step
          number={3}
          title="Wait until it is found"
          text="DNS propagation can take up to 48 hours. The record is looked up once a day, and whenever you ask for it here. Then your portal is served on this domain."
        />
      </ol>
    </Card>
  );
}

/** The form for the custom domain (docs/specification.md "Company settings area"). */
function DomainForm({ settings }: { settings: CompanySettings }) {
  const { form, save, isSaving } = useSettingsForm("PATCH /api/company/:companyId/domain", {
    values: valuesOf(settings),
    query: settingsQuery(settings.id),
    valuesOf,
    schema: DomainChange,
    inputOf: (body) => ({ params: { companyId: settings.id }, body }),
    changes: "companySettings",
    success: "Domain settings updated successfully",
    errorFallback: "Failed to update domain settings",
  });
  return (
    <SettingsForm title="Domain Settings" isSaving={isSaving} onSave={save}>
      <Field
        label="Custom domain"
        optional
        help="A name below a domain of yours, such as feedback.example.com. Empty means none."
        error={form.formState.errors.customDomain?.message}
      >
        {(control) => (
          <TextInput
            {...control}
            {...form.register("customDomain")}
            defaultValue={settings.domain.customDomain ?? ""}
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="feedback.example.com"
          />
        )}
      </Field>
    </SettingsForm>
  );
}

const valuesOf = ({ domain }: CompanySettings) => ({ customDomain: domain.customDomain ?? "" });

/** The skeleton of the domain screen. */
export function DomainSkeleton() {
  return (
    <SkeletonGroup label="Loading domain settings" className="flex flex-col gap-6">
      <SettingsFormSkeleton>
        <FieldSkeleton />
      </SettingsFormSkeleton>
      <Card>
        <Skeleton className="mb-6 h-5 w-32" />
        <Skeleton className="h-6 w-48" />
        <Skeleton className="mt-6 h-36 w-full max-w-2xl rounded-lg" />
      </Card>
    </SkeletonGroup>
  );
}
