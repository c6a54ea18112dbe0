import type { ShownSiteSettings } from "#contract/siteSettings.ts";
import { MAX_UPLOAD_SIZE_LIMIT, SiteSettingsForm } from "#contract/siteSettings.ts";
import { useSettingsForm } from "#web/app/api/useSettingsForm.ts";
import { Field } from "#web/ui/Field.tsx";
import { SettingsForm, SettingsFormSkeleton } from "#web/ui/SettingsForm.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import { Switch } from "#web/ui/Switch.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { siteSettingsQuery } from "./SiteSettingsLoader.tsx";

/**
 * The form for the general settings: site name, three switches and the upload limit
 * (docs/specification.md "/admin/site-settings").
 */
export function GeneralSettingsForm({ settings }: { settings: ShownSiteSettings }) {
  const { form, save, isSaving } = useSiteSettingsForm(settings);
  return (
    <SettingsForm title="General settings" isSaving={isSaving} onSave={save}>
      <div className="flex flex-col gap-5">
        <SiteSettingsFields form={form} settings={settings} />
      </div>
    </SettingsForm>
  );
}

interface SiteSettingsFieldsProps {
  form: ReturnType<typeof useSiteSettingsForm>["form"];
  settings: ShownSiteSettings;
}

/**
 * The fields of the form. The default values are for the server's render; after hydration the form
 * sets the values.
 */
function SiteSettingsFields({ form: { register, formState }, settings }: SiteSettingsFieldsProps) {
  const { siteName, maxUploadSize } = formState.errors;
  return (
    <>
      <Field
        label="Site name"
        required
        help="Stands in the title of every page, and in the header where there is no logo."
        error={siteName?.message}
      >
        {(control) => (
          <TextInput
            {...control}
            {...register("siteName")}
            defaultValue={settings.siteName}
            autoComplete="off"
          />
        )}
      </Field>
      <Switch
        label="Allow public registration"
        help="Anyone may sign up here with a company of their own. Without it only you create companies."
        {...register("allowPublicRegistration")}
        defaultChecked={settings.allowPublicRegistration}
      />
      <Switch
        label="Allow public feedback"
        help="Visitors without an account may submit feedback to a company's public boards. Voting and commenting always need an account."
        {...register("allowPublicFeedback")}
        defaultChecked={settings.allowPublicFeedback}
      />
      <Switch
        label="Require two-factor authentication for admins"
        help="Company admins and super admins without it can only set it up, and do nothing else before. You as well."
        {...register("requireAdminMfa")}
        defaultChecked={settings.requireAdminMfa}
      />
      <Field
        label="Max upload size (MB)"
        required
        help={`A whole number from 1 to ${String(MAX_UPLOAD_SIZE_LIMIT)}. A logo never exceeds 5 MB.`}
        error={maxUploadSize?.message}
      >
        {(control) => (
          <TextInput
            {...control}
            {...register("maxUploadSize")}
            defaultValue={String(settings.maxUploadSize)}
            inputMode="numeric"
            autoComplete="off"
            className="w-32"
            end="MB"
          />
        )}
      </Field>
    </>
  );
}

/**
 * A save also updates the page title, the header and the user, because the new value of
 * `requireAdminMfa` can force the signed-in admin to set up a second factor.
 */
function useSiteSettingsForm(settings: ShownSiteSettings) {
  return useSettingsForm("POST /api/admin/site-settings", {
    values: valuesOf(settings),
    query: siteSettingsQuery,
    valuesOf,
    schema: SiteSettingsForm,
    inputOf: (body) => ({ body }),
    changes: "site",
    success: "Site settings updated successfully",
    errorFallback: "Failed to update site settings",
  });
}

function valuesOf(settings: ShownSiteSettings) {
  const { siteName, allowPublicRegistration, allowPublicFeedback, requireAdminMfa, maxUploadSize } =
    settings;
  return {
    siteName,
    allowPublicRegistration,
    allowPublicFeedback,
    requireAdminMfa,
    // The field's value is a string, because the form's schema parses the typed text to an integer
    // (docs/specification.md "5. Validation rules").
    maxUploadSize: String(maxUploadSize),
  };
}

export function SiteSettingsSkeleton() {
  return (
    <SkeletonGroup label="Loading site settings">
      <SettingsFormSkeleton>
        <div className="flex flex-col gap-5">
          <FieldSkeleton className="w-full" />
          <SwitchSkeleton />
          <SwitchSkeleton />
          <SwitchSkeleton />
          <FieldSkeleton className="w-32" />
        </div>
      </SettingsFormSkeleton>
    </SkeletonGroup>
  );
}

function FieldSkeleton({ className }: { className: string }) {
  return (
    <div>
      <Skeleton className="mb-2 w-28" />
      <Skeleton className={`h-10 rounded-lg ${className}`} />
      <Skeleton className="mt-2 w-3/4" />
    </div>
  );
}

function SwitchSkeleton() {
  return (
    <div className="flex items-center justify-between gap-4">
      <div className="min-w-0 flex-1">
        <Skeleton className="w-44" />
        <Skeleton className="mt-2 w-5/6" />
      </div>
      <Skeleton className="h-6 w-11 rounded-full" />
    </div>
  );
}
