import type { ReactNode } from "react";
import type { BrandingSettings, SiteBrandingSettings } from "#contract/branding.ts";
import { Button } from "#web/ui/Button.tsx";
import { Card } from "#web/ui/Card.tsx";
import { showField } from "#web/ui/showField.ts";
import { useUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import { ColorPicker } from "./ColorPicker.tsx";
import type { BrandColor } from "./companyColors.ts";
import type { Colors } from "./useColors.ts";
import { FineTuning } from "./FineTuning.tsx";
import { isDerived, useColors } from "./useColors.ts";

const PICKER_GRID = "grid gap-x-6 gap-y-5 sm:grid-cols-2 xl:grid-cols-3";

interface BrandingFormProps<Name extends keyof SiteBrandingSettings> {
  fields: readonly BrandColor<Name>[];
  /** The saved colours. */
  saved: Colors<Name> & BrandingSettings;
  /** The colours for 'Reset to defaults'. */
  defaults: Colors<Name> & BrandingSettings;
  /** Renders a preview of the colours, all of which are valid. */
  renderPreview: (colors: Colors<Name>) => ReactNode;
  isSaving: boolean;
  onSave: (colors: Colors<Name>) => void;
}

/**
 * The form for the six brand colours of a company or the seven brand colours of the installation,
 * with a live preview. Five colours are derived from the primary colour until an admin changes
 * them.
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
    else showField(form, wrong);
  };
  const pickers = (shown: typeof fields) =>
    shown.map(({ name, label, help }) => (
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
    ));
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
        <div className={PICKER_GRID}>
          {pickers(fields.filter((field) => !isDerived(field)))}
          {colors.hasCustomColors ? <MatchPrimary onMatch={colors.matchPrimary} /> : null}
        </div>
        <FineTuning>
          <div className={PICKER_GRID}>{pickers(fields.filter(isDerived))}</div>
        </FineTuning>
        <h3 className="mt-8 mb-3 font-semibold">Preview</h3>
        {renderPreview(colors.valid)}
      </Card>
    </form>
  );
}

/**
 * Says that some colours did not change with the primary colour. The button derives these colours
 * from the primary colour.
 */
function MatchPrimary({ onMatch }: { onMatch: () => void }) {
  return (
    <div className="flex flex-col items-start gap-2 self-center">
      <p className="text-sm text-muted">Some colours do not follow the primary colour.</p>
      <Button
        variant="secondary"
        size="sm"
        onClick={({ currentTarget: { form } }) => {
          onMatch();
          // The button is removed, so the primary colour's field gets the focus.
          showField(form, "primaryColor");
        }}
      >
        Match the primary colour
      </Button>
    </div>
  );
}
