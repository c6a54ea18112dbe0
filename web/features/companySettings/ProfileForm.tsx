import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { CompanySettings } from "#contract/companySettings.ts";
import { CompanyProfile, companySettingsApi } from "#contract/companySettings.ts";
import { companyQuery, portalQuery } from "#web/app/api/session.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { useEditsWhileSaving } from "#web/app/api/useEditsWhileSaving.ts";
import { useOpenPortalHref, usePortalLink } from "#web/app/api/usePortalLink.ts";
import { ExternalLink } from "#web/ui/adminIcons.ts";
import { Button } from "#web/ui/Button.tsx";
import { Card } from "#web/ui/Card.tsx";
import { CopyButton } from "#web/ui/CopyButton.tsx";
import { Field } from "#web/ui/Field.tsx";
import { reloadWithToast } from "#web/ui/reloadWithToast.ts";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import { Switch } from "#web/ui/Switch.tsx";
import { TextArea } from "#web/ui/TextArea.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { toast } from "#web/ui/toast.ts";
import { useUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import { useCacheSettings } from "./CompanySettingsLoader.tsx";

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

/** The URL of the company's portal, as a link with a copy button. */
function PortalAddress({ subdomain }: { subdomain: string }) {
  const { host, address } = usePortalLink(subdomain);
  return (
    <div className="flex min-h-12 items-center gap-2 rounded-lg border py-1 pr-1 pl-4">
      <p className="min-w-0 flex-1">
        <span className="text-muted">Your portal: </span>
        <a
          href={useOpenPortalHref(subdomain)}
          target="_blank"
          rel="noopener"
          className="rounded font-medium wrap-anywhere text-primary-text hover:underline"
        >
          {host}
          <ExternalLink aria-hidden="true" className="ml-1 inline size-3.5 align-[-0.125em]" />
          <span className="sr-only">(opens in a new tab)</span>
        </a>
      </p>
      <CopyButton text={address} label="Copy portal address" />
    </div>
  );
}

/**
 * Returns a function that refetches the company data in the header. Needed if the settings were
 * saved and the page is not reloaded.
 */
function useHeaderRefetch(companyId: number): () => void {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: portalQuery.queryKey });
    void client.invalidateQueries({ queryKey: companyQuery(companyId).queryKey });
  };
}

/** The skeleton of the profile form. */
export function ProfileSkeleton() {
  return (
    <SkeletonGroup label="Loading company profile">
      <Card className="max-w-2xl" footer={<Skeleton className="h-10 w-32 rounded-lg" />}>
        <Skeleton className="mb-8 h-5 w-36" />
        <div className="flex flex-col gap-5">
          <FieldSkeleton className="h-10" />
          <FieldSkeleton className="h-24" />
          <FieldSkeleton className="h-10" />
          <Skeleton className="h-10 w-full rounded-lg" />
        </div>
      </Card>
    </SkeletonGroup>
  );
}

function FieldSkeleton({ className }: { className: string }) {
  return (
    <div>
      <Skeleton className="mb-2 w-28" />
      <Skeleton className={`w-full rounded-lg ${className}`} />
    </div>
  );
}
