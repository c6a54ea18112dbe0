import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import type { CompanySettings } from "#contract/companySettings.ts";
import { companiesApi } from "#contract/companies.ts";
import { companySettingsApi, DomainChange } from "#contract/companySettings.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { useEditsWhileSaving } from "#web/app/api/useEditsWhileSaving.ts";
import { Button } from "#web/ui/Button.tsx";
import { Card } from "#web/ui/Card.tsx";
import { Field } from "#web/ui/Field.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { useUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import { useCacheSettings } from "./useCacheSettings.ts";

/** The form for the custom domain (docs/specification.md "Company settings area"). */
export function DomainForm({ settings }: { settings: CompanySettings }) {
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
