import type { ReactNode } from "react";
import type { BrandingSettings, SiteBrandingSettings } from "#contract/branding.ts";
import { Button } from "#web/ui/Button.tsx";
import { Field } from "#web/ui/Field.tsx";
import { SettingsForm, SettingsFormSkeleton } from "#web/ui/SettingsForm.tsx";
import { showField } from "#web/ui/focus.ts";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { useUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import type { BrandColor, Colors } from "./useColors.ts";
import { isDerived, sixDigits, useColors } from "./useColors.ts";
import { ChevronRight } from "#web/ui/adminIcons.ts";

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
    <SettingsForm
      title="Brand Settings"
      isSaving={isSaving}
      onSave={(event) => {
        event.preventDefault();
        save(event.currentTarget);
      }}
      otherAction={
        <Button variant="ghost" disabled={isSaving} onClick={() => colors.reset(defaults)}>
          Reset to defaults
        </Button>
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
    </SettingsForm>
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

interface ColorPickerProps {
  name: string;
  label: string;
  help: string;
  /** The text of the field. */
  value: string;
  /** `value` if it is a valid colour, otherwise the saved colour. */
  color: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/**
 * A colour field with the browser's colour picker and a text field for the hex digits. A change in
 * one control updates the other control.
 */
function ColorPicker(props: ColorPickerProps) {
  const { name, label, help, value, color, error, onChange } = props;
  return (
    <Field label={label} help={help} error={error}>
      {(control) => (
        <div className="flex items-center gap-2">
          <input
            type="color"
            aria-label={`Choose ${label.toLowerCase()} colour`}
            value={sixDigits(color)}
            onChange={({ target }) => onChange(target.value)}
            className="size-10 shrink-0 cursor-pointer appearance-none overflow-hidden rounded-lg border border-control bg-surface p-1 [&::-moz-color-swatch]:rounded [&::-moz-color-swatch]:border-0 [&::-webkit-color-swatch]:rounded [&::-webkit-color-swatch]:border-0 [&::-webkit-color-swatch-wrapper]:p-0"
          />
          <TextInput
            {...control}
            name={name}
            value={value}
            onChange={({ target }) => onChange(target.value.trim())}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={20}
            inputClassName="font-mono"
          />
        </div>
      )}
    </Field>
  );
}

/** The disclosure with the colours that are derived from the primary colour. */
function FineTuning({ children }: { children: ReactNode }) {
  return (
    <details className="group mt-6">
      <summary className="inline-flex min-h-10 list-none items-center gap-1.5 rounded font-medium [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 transition-transform group-open:rotate-90"
        />
        Fine-tune
      </summary>
      <p className="mt-2 mb-5 text-sm text-muted">
        These colours follow the primary colour. A colour that you change stays as you set it.
      </p>
      {children}
    </details>
  );
}

/** The skeleton of the branding form. */
export function BrandingSkeleton() {
  return (
    <SkeletonGroup label="Loading brand settings">
      <SettingsFormSkeleton>
        <div className={PICKER_GRID}>
          <div>
            <Skeleton className="mb-2 w-24" />
            <Skeleton className="h-10 w-full rounded-lg" />
            <Skeleton className="mt-2 w-40" />
          </div>
        </div>
        <Skeleton className="mt-6 h-10 w-28" />
        <div className="mt-8 grid gap-4 md:grid-cols-2">
          <Skeleton className="h-48 w-full rounded-xl" />
          <Skeleton className="h-48 w-full rounded-xl" />
        </div>
      </SettingsFormSkeleton>
    </SkeletonGroup>
  );
}
