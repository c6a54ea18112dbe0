import type { ReactNode } from "react";
import type { CompanySettings } from "#contract/companies.ts";
import { usePortal } from "#web/api/session.ts";
import { Button } from "#web/ui/Button.tsx";
import { Card } from "#web/ui/Card.tsx";
import { Field } from "#web/ui/Field.tsx";
import { ProgressBar } from "#web/ui/ProgressBar.tsx";
import { useUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import { logoLimit } from "./checkLogoFile.ts";
import { LogoDropZone } from "./LogoDropZone.tsx";
import { LogoPreview } from "./LogoPreview.tsx";
import { useChosenLogo } from "./useChosenLogo.ts";
import { useLogoUpload } from "./useLogoUpload.ts";

interface LogoFormProps {
  settings: CompanySettings;
  /** Shown where the company has no logo of its own. */
  defaultLogo: ReactNode;
}

/** The company's logo: what it looks like, and a new one (SPEC section 2, Logo). */
export function LogoForm({ settings, defaultLogo }: LogoFormProps) {
  const limit = logoLimit(usePortal().site.maxUploadSize);
  const { file, url, error, choose, clear, refuse } = useChosenLogo(limit);
  const { upload, percent, cancel } = useLogoUpload(settings.id, refuse);
  useUnsavedChanges(file !== null);
  const isUploading = percent !== null;
  const send = () => {
    if (isUploading) return;
    if (file) upload(file);
    else choose(null);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Card
        title="Logo Management"
        footer={
          <LogoButtons
            isUploading={isUploading}
            onCancel={isUploading ? cancel : file === null ? undefined : clear}
          />
        }
      >
        <div className="flex max-w-2xl flex-col gap-6">
          <LogoPreview url={url ?? settings.logoUrl} companyName={settings.name} fallback={defaultLogo} />
          <Field
            label={settings.logoUrl === null ? "Logo" : "New logo"}
            help={`Recommended 200x50 px. PNG, JPG or SVG, less than ${String(limit)} MB.`}
            error={error ?? undefined}
          >
            {(control) => (
              <LogoDropZone control={control} file={file} disabled={isUploading} onChoose={choose} />
            )}
          </Field>
          {isUploading ? <ProgressBar label="Upload progress" percent={percent} /> : null}
        </div>
      </Card>
    </form>
  );
}

function LogoButtons({
  isUploading,
  onCancel,
}: {
  isUploading: boolean;
  onCancel: (() => void) | undefined;
}) {
  return (
    <>
      {onCancel ? (
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      ) : null}
      <Button type="submit" pending={isUploading} pendingLabel="Uploading...">
        Upload Logo
      </Button>
    </>
  );
}
