import type { ShownSiteSettings } from "#contract/siteSettings.ts";
import { MAX_UPLOAD_SIZE_LIMIT } from "#contract/siteSettings.ts";
import { Button } from "#web/ui/Button.tsx";
import { Card } from "#web/ui/Card.tsx";
import { Field } from "#web/ui/Field.tsx";
import { Switch } from "#web/ui/Switch.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { useSiteSettingsForm } from "./useSiteSettingsForm.ts";

/**
 * The form for the general settings: site name, three switches and the upload limit
 * (docs/specification.md "/admin/site-settings").
 */
export function SiteSettingsForm({ settings }: { settings: ShownSiteSettings }) {
  const { form, save, isSaving } = useSiteSettingsForm(settings);
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <Card
        title="General Settings"
        className="max-w-2xl"
        footer={
          <Button type="submit" pending={isSaving} pendingLabel="Saving...">
            Save Changes
          </Button>
        }
      >
        <div className="flex flex-col gap-5">
          <SiteSettingsFields form={form} settings={settings} />
        </div>
      </Card>
    </form>
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
