import type { ComponentProps } from "react";
import { LogoForm } from "./LogoForm.tsx";

type FormProps = ComponentProps<typeof LogoForm>;
type LogoCalls = Pick<FormProps, "uploadTo" | "removal">;

interface LogoFormsProps extends Pick<FormProps, "title" | "name" | "logoUrl" | "defaultLogo"> {
  darkLogoUrl: string | null;
  calls: LogoCalls;
  /** The calls for the logo for dark pages. */
  darkCalls: LogoCalls;
}

/** The form of a logo and, once there is one, the form of the logo for dark pages. */
export function LogoForms({ darkLogoUrl, calls, darkCalls, ...logo }: LogoFormsProps) {
  return (
    <>
      <LogoForm
        {...logo}
        {...calls}
        onDark={{ logoUrl: darkLogoUrl, advice: "Upload a lighter logo for dark pages below." }}
      />
      {logo.logoUrl === null ? null : (
        <LogoForm
          {...darkCalls}
          title="Logo for dark pages"
          name={logo.name}
          logoUrl={darkLogoUrl}
          onDark={{ logoUrl: null, advice: "Choose a lighter version." }}
          isForDark
          defaultLogo={<p className="text-sm text-muted">The other logo is shown.</p>}
        />
      )}
    </>
  );
}
