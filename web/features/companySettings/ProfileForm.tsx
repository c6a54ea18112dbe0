import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { CompanySettings } from "#contract/companySettings.ts";
import { companySettingsApi, CompanyProfile } from "#contract/companySettings.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { useEditsWhileSaving } from "#web/app/api/useEditsWhileSaving.ts";
import { Button } from "#web/ui/Button.tsx";
import { Card } from "#web/ui/Card.tsx";
import { Field } from "#web/ui/Field.tsx";
import { reloadWithToast } from "#web/ui/reloadWithToast.ts";
import { Switch } from "#web/ui/Switch.tsx";
import { TextArea } from "#web/ui/TextArea.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { toast } from "#web/ui/toast.ts";
import { useUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import { useHeaderRefetch } from "./useHeaderRefetch.ts";
import { PortalAddress } from "./PortalAddress.tsx";
import { useCacheSettings } from "./useCacheSettings.ts";

const SAVED = { title: "Company profile updated successfully" };

/**
 * The form for name, description, website and customer sign-up (docs/specification.md "Company
 * settings area").
 */
export function ProfileForm({ settings }: { settings: CompanySettings }) {
  const { form, save, isSaving } = useProfileForm(settings);
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <Card
        title="Company Profile"
        className="max-w-2xl"
        footer={
          <Button type="submit" pending={isSaving} pendingLabel="Saving...">
            Save Changes
          </Button>
        }
      >
        <div className="flex flex-col gap-5">
          {settings.subdomain ? <PortalAddress subdomain={settings.subdomain} /> : null}
          <ProfileFields form={form} settings={settings} />
        </div>
      </Card>
    </form>
  );
}

interface ProfileFieldsProps {
  form: ReturnType<typeof useProfileForm>["form"];
  settings: CompanySettings;
}

/**
 * The fields of the form. The default values are for the server's render; after hydration the form
 * sets the values.
 */
function ProfileFields({ form: { register, formState }, settings }: ProfileFieldsProps) {
  const { errors } = formState;
  const { name, description, website, allowCustomerSignUp } = settings;
  return (
    <>
      <Field label="Company name" required error={errors.name?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...register("name")}
            defaultValue={name}
            autoComplete="organization"
          />
        )}
      </Field>
      <Field
        label="Description"
        optional
        help="Shown to search engines and in link previews of your portal."
        error={errors.description?.message}
      >
        {(control) => (
          <TextArea {...control} {...register("description")} defaultValue={description ?? ""} />
        )}
      </Field>
      <Field label="Website" optional error={errors.website?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...register("website")}
            defaultValue={website ?? ""}
            type="url"
            inputMode="url"
            autoComplete="url"
            placeholder="https://example.com"
          />
        )}
      </Field>
      <Switch
        label="Customer sign-up"
        help="Lets anyone create an account on your portal, to vote and comment. Without it only accounts that already exist can log in."
        {...register("allowCustomerSignUp")}
        defaultChecked={allowCustomerSignUp}
      />
    </>
  );
}

function useProfileForm(settings: CompanySettings) {
  const { id } = settings;
  const refetchHeader = useHeaderRefetch(id);
  const cacheSettings = useCacheSettings(id);
  const [isLeaving, setIsLeaving] = useState(false);
  const form = useForm({
    resolver: zodResolver(CompanyProfile),
    values: valuesOf(settings),
    // A refetch does not overwrite fields that are being edited.
    resetOptions: { keepDirtyValues: true },
  });
  useUnsavedChanges(form.formState.isDirty);
  const typedMeanwhile = useEditsWhileSaving(form);
  const stay = () => {
    toast(SAVED);
    refetchHeader();
  };
  const update = useApiMutation(companySettingsApi.update, {
    form,
    errorFallback: "Failed to save company. Please try again.",
    onSuccess: cacheSettings,
    onSuccessMounted: (saved) => {
      if (!typedMeanwhile.isAny()) {
        setIsLeaving(true);
        return reloadWithToast(SAVED);
      }
      // The page is not reloaded, because a reload would lose the text typed during the save.
      typedMeanwhile.applySaved(valuesOf(saved));
      stay();
    },
    onSuccessUnmounted: stay,
  });
  // `isSaving` stays true until the reload, so that the form is not saved twice.
  const isSaving = update.isPending || isLeaving;
  const save = form.handleSubmit((body) => {
    if (isSaving) return;
    typedMeanwhile.markSent();
    update.mutate({ params: { companyId: id }, body });
  });
  return { form, save, isSaving };
}

function valuesOf({ name, description, website, allowCustomerSignUp }: CompanySettings) {
  return { name, description: description ?? "", website: website ?? "", allowCustomerSignUp };
}
