import type { ReactNode } from "react";
import type { SiteBrandingSettings } from "#contract/branding.ts";
import { Button } from "#web/ui/Button.tsx";
import { Card } from "#web/ui/Card.tsx";
import { useUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import { ColorPicker } from "./ColorPicker.tsx";
import type { BrandColor } from "./companyColors.ts";
import type { Colors } from "./useColors.ts";
import { useColors } from "./useColors.ts";

interface BrandingFormProps<Name extends keyof SiteBrandingSettings> {
  fields: readonly BrandColor<Name>[];
  /** The saved colours. */
  saved: Colors<Name>;
  /** The colours for 'Reset to defaults'. */
  defaults: Colors<Name>;
  /** Renders a preview of the colours, all of which are valid. */
  renderPreview: (colors: Colors<Name>) => ReactNode;
  isSaving: boolean;
  onSave: (colors: Colors<Name>) => void;
}

/**
 * The form for the six brand colours of a company or the seven brand colours of the installation,
 * with a live preview.
 */
export function BrandingForm<Name extends keyof SiteBrandingSettings>(
  props: BrandingFormProps<Name>,
) {
  const { fields, saved, defaults, renderPreview, isSaving, onSave } = props;
  const colors = useColors(fields, saved);
  useUnsavedChanges(colors.isDirty);
  const save = (form: HTMLFormElement) => {
    if (isSaving) return;
    const wrong = colors.check();
    if (wrong === undefined) onSave(colors.typed);
    else form.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save(event.currentTarget);
      }}
    >
      <Card
        title="Brand Settings"
        footer={
          <>
            <Button variant="ghost" disabled={isSaving} onClick={() => colors.reset(defaults)}>
              Reset to defaults
            </Button>
            <Button type="submit" pending={isSaving} pendingLabel="Saving...">
              Save Changes
            </Button>
          </>
        }
      >
        <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2 xl:grid-cols-3">
          {fields.map(({ name, label, help }) => (
            <ColorPicker
              key={name}
              name={name}
              label={label}
              help={help}
              value={colors.typed[name]}
              color={colors.valid[name]}
              error={colors.errorOf(name)}
              onChange={(color) => colors.change(name, color)}
            />
          ))}
        </div>
        <h3 className="mt-8 mb-3 font-semibold">Preview</h3>
        {renderPreview(colors.valid)}
      </Card>
    </form>
  );
}
