import type { CompanySettings } from "#contract/companySettings.ts";
import { CompanyProfile } from "#contract/companySettings.ts";
import { timeZonesWith } from "#contract/notificationSettings.ts";
import { useOpenPortalHref, usePortalLink } from "#web/app/api/usePortalLink.ts";
import { useSettingsForm } from "#web/app/api/useSettingsForm.ts";
import { CopyButton } from "#web/ui/CopyButton.tsx";
import { Field } from "#web/ui/Field.tsx";
import { Select } from "#web/ui/Select.tsx";
import { FieldSkeleton, SettingsForm, SettingsFormSkeleton } from "#web/ui/SettingsForm.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import { Switch } from "#web/ui/Switch.tsx";
import { TextArea } from "#web/ui/TextArea.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { useHydrated } from "#web/ui/useHydrated.ts";
import { settingsQuery } from "./CompanySettingsLoader.tsx";
import { ExternalLink } from "#web/ui/adminIcons.ts";

/**
 * The form for name, description, website and customer sign-up (docs/specification.md "Company
 * settings area").
 */
export function ProfileForm({ settings }: { settings: CompanySettings }) {
  const { form, save, isSaving } = useProfileForm(settings);
  return (
    <SettingsForm title="Company Profile" isSaving={isSaving} onSave={save}>
      <div className="flex flex-col gap-5">
        {settings.subdomain ? <PortalAddress subdomain={settings.subdomain} /> : null}
        <div className="grid gap-x-8 gap-y-5 xl:grid-cols-2">
          <ProfileFields form={form} settings={settings} />
        </div>
      </div>
    </SettingsForm>
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
function ProfileFields({ form, settings }: ProfileFieldsProps) {
  const { register, formState } = form;
  const { errors } = formState;
  const { name, description, website, allowCustomerSignUp, timeZone } = settings;
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
        className="xl:row-span-2"
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
      <TimeZoneField form={form} saved={timeZone} />
      <Switch
        label="Customer sign-up"
        help="Lets anyone create an account on your portal, to vote and comment. Without it only accounts that already exist can log in."
        {...register("allowCustomerSignUp")}
        defaultChecked={allowCustomerSignUp}
      />
    </>
  );
}

interface TimeZoneFieldProps {
  form: ProfileFieldsProps["form"];
  saved: string;
}

/** HTML that the server renders lists only the saved time zone. */
function TimeZoneField({ form, saved }: TimeZoneFieldProps) {
  const isHydrated = useHydrated();
  return (
    <Field
      label="Time zone"
      help="Changelog entries are scheduled in this time zone."
      error={form.formState.errors.timeZone?.message}
    >
      {(control) => (
        <Select {...control} {...form.register("timeZone")} defaultValue={saved}>
          {(isHydrated ? timeZonesWith(saved) : [saved]).map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll("_", " ")}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

function useProfileForm(settings: CompanySettings) {
  const companyId = settings.id;
  return useSettingsForm("PATCH /api/company/:companyId", {
    values: valuesOf(settings),
    query: settingsQuery(companyId),
    valuesOf,
    schema: CompanyProfile,
    inputOf: (body) => ({ params: { companyId }, body }),
    changes: "companySettings",
    success: "Company profile updated successfully",
    errorFallback: "Failed to save company. Please try again.",
    isReloaded: true,
  });
}

function valuesOf({ name, description, website, allowCustomerSignUp, timeZone }: CompanySettings) {
  return {
    name,
    description: description ?? "",
    website: website ?? "",
    allowCustomerSignUp,
    timeZone,
  };
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

/** The skeleton of the profile form. */
export function ProfileSkeleton() {
  return (
    <SkeletonGroup label="Loading company profile">
      <SettingsFormSkeleton>
        <div className="flex flex-col gap-5">
          <FieldSkeleton />
          <FieldSkeleton className="h-24" />
          <FieldSkeleton />
          <Skeleton className="h-10 w-full rounded-lg" />
        </div>
      </SettingsFormSkeleton>
    </SkeletonGroup>
  );
}
