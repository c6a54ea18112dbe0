import type { ImportRun } from "#contract/imports.ts";
import { Switch } from "#web/ui/Switch.tsx";

interface SettingsChoiceProps {
  settings: NonNullable<ImportRun["settings"]>;
  isChosen: boolean;
  onChange: (isChosen: boolean) => void;
}

/** Lets the admin replace the company's settings with those of the exported company. */
export function SettingsChoice({ settings, isChosen, onChange }: SettingsChoiceProps) {
  const { companyName, hasLogo, logoProblem } = settings;
  return (
    <Switch
      label={hasLogo ? "Take over settings and logo" : "Take over settings"}
      help={
        <>
          Replaces name, description, website, sign-up
          {hasLogo ? ", colours and logo" : " and colours"} with those of <bdi>{companyName}</bdi>.
          An undo does not bring yours back.
          {logoProblem === null ? null : ` The logo stays as it is: ${logoProblem}.`}
        </>
      }
      checked={isChosen}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}
