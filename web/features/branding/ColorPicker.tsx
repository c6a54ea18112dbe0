import { Field } from "#web/ui/Field.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { sixDigits } from "./sixDigits.ts";

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
export function ColorPicker(props: ColorPickerProps) {
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
