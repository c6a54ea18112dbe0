import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { companiesApi } from "#contract/companies.ts";
import type { CompanySettings } from "#contract/companySettings.ts";
import { companySettingsApi, DomainChange } from "#contract/companySettings.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { useEditsWhileSaving } from "#web/app/api/useEditsWhileSaving.ts";
import { Button } from "#web/ui/Button.tsx";
import { Card } from "#web/ui/Card.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { Field } from "#web/ui/Field.tsx";
import { Globe } from "#web/ui/pageIcons.ts";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { useUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import { DomainSetup } from "./DomainSetup.tsx";
import { useCacheSettings } from "./CompanySettingsLoader.tsx";

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
        <p className="max-w-2xl text-muted">
          After you save a custom domain, the CNAME record to set is shown here. It points to{" "}
          <span className="font-mono wrap-anywhere text-ink">{cnameTarget}</span>. DNS propagation
          can take up to 48 hours.
        </p>
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

/** The form for the custom domain (docs/specification.md "Company settings area"). */
function DomainForm({ settings }: { settings: CompanySettings }) {
  const { form, save, isSaving } = useDomainForm(settings);
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <Card
        title="Domain Settings"
        className="max-w-2xl"
        footer={
          <Button type="submit" pending={isSaving} pendingLabel="Saving...">
            Save Changes
          </Button>
        }
      >
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
      </Card>
    </form>
  );
}

function useDomainForm({ id, domain }: CompanySettings) {
  const form = useForm({
    resolver: zodResolver(DomainChange),
    values: { customDomain: domain.customDomain ?? "" },
    // A refetch does not overwrite fields that are being edited.
    resetOptions: { keepDirtyValues: true },
  });
  useUnsavedChanges(form.formState.isDirty);
  const typedMeanwhile = useEditsWhileSaving(form);
  const cacheSettings = useCacheSettings(id);
  const update = useApiMutation(companySettingsApi.updateDomain, {
    form,
    success: "Domain settings updated successfully",
    errorFallback: "Failed to update domain settings",
    onSuccess: cacheSettings,
    onSuccessMounted: (settings) =>
      typedMeanwhile.applySaved({ customDomain: settings.domain.customDomain ?? "" }),
    refetch: [companiesApi.get],
  });
  const save = form.handleSubmit((body) => {
    if (update.isPending) return;
    typedMeanwhile.markSent();
    update.mutate({ params: { companyId: id }, body });
  });
  return { form, save, isSaving: update.isPending };
}

/** The skeleton of the domain screen. */
export function DomainSkeleton() {
  return (
    <SkeletonGroup label="Loading domain settings" className="flex flex-col gap-6">
      <Card className="max-w-2xl" footer={<Skeleton className="h-10 w-32 rounded-lg" />}>
        <Skeleton className="mb-8 h-5 w-40" />
        <Skeleton className="mb-2 w-28" />
        <Skeleton className="h-10 w-full rounded-lg" />
      </Card>
      <Card>
        <Skeleton className="mb-6 h-5 w-32" />
        <Skeleton className="h-6 w-48" />
        <Skeleton className="mt-6 h-36 w-full max-w-2xl rounded-lg" />
      </Card>
    </SkeletonGroup>
  );
}
