import type { ComponentProps, ReactNode, RefObject } from "react";
import { useRef, useState } from "react";
import { usePortal } from "#web/app/api/SessionContext.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Card } from "#web/ui/Card.tsx";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";
import { Field } from "#web/ui/Field.tsx";
import { FileDropZone } from "#web/ui/FileDropZone.tsx";
import { ProgressBar } from "#web/ui/ProgressBar.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import { useUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import { useFocusWhenLost } from "#web/ui/focus.ts";
import type { LogoOnDark } from "./LogoPreview.tsx";
import { LogoPreview } from "./LogoPreview.tsx";
import { LOGO_TYPES, logoLimit, useChosenLogo } from "./useChosenLogo.ts";
import type { LogoUpload } from "./useLogoUpload.ts";
import { useLogoUpload } from "./useLogoUpload.ts";
import { ImageUp } from "#web/ui/adminIcons.ts";

interface LogoFormProps {
  title: string;
  /** The name of the company or installation to which the logo belongs. */
  name: string;
  /** The current logo's URL; null if there is no logo. */
  logoUrl: string | null;
  onDark: LogoOnDark;
  /** Whether the form is about the logo for dark pages, which has only the dark preview. */
  isForDark?: boolean;
  /** Displayed if there is no logo or the logo cannot be loaded. */
  defaultLogo: ReactNode;
  uploadTo: LogoUpload;
  removal: LogoRemoval;
}

/**
 * The form that previews, uploads and removes the logo of a company or of the installation
 * (docs/specification.md "2. Screens and routes").
 */
export function LogoForm(props: LogoFormProps) {
  const { title, name, logoUrl, onDark, isForDark = false, defaultLogo, uploadTo, removal } = props;
  const { field, chosen, percent, limit, send, cancel } = useLogoForm(uploadTo);
  const isUploading = percent !== null;
  const [asksToRemove, setAsksToRemove] = useState(false);
  return (
    <>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Card
          title={title}
          footer={
            <LogoButtons
              isUploading={isUploading}
              isSecond={isForDark}
              onRemove={logoUrl === null ? undefined : () => setAsksToRemove(true)}
              onCancel={cancel}
            />
          }
        >
          <div className="flex flex-col gap-6">
            <LogoPreview
              url={chosen.url ?? logoUrl}
              name={name}
              fallback={defaultLogo}
              onDark={onDark}
              isForDark={isForDark}
            />
            <LogoField
              ref={field}
              label={logoUrl === null ? "Logo" : "New logo"}
              limit={limit}
              file={chosen.file}
              error={chosen.error}
              disabled={isUploading}
              onChoose={chosen.choose}
            />
            {percent === null ? null : <ProgressBar label="Upload progress" percent={percent} />}
          </div>
        </Card>
      </form>
      {logoUrl === null ? null : (
        <RemoveLogoDialog
          isOpen={asksToRemove}
          onClose={() => setAsksToRemove(false)}
          title={isForDark ? "Remove the logo for dark pages?" : "Remove the logo?"}
          name={isForDark ? null : name}
          removal={removal}
          focusAfterwards={field}
        />
      )}
    </>
  );
}

/** Manages the chosen file, its upload, and the file field. */
function useLogoForm(uploadTo: LogoUpload) {
  const limit = logoLimit(usePortal().site.maxUploadSize);
  const chosen = useChosenLogo(limit);
  const { file, clear, choose } = chosen;
  const upload = useLogoUpload(uploadTo, { onRefused: chosen.refuse, onFinished: clear });
  useUnsavedChanges(file !== null);
  const field = useRef<HTMLInputElement>(null);
  const { percent } = upload;
  const send = () => {
    if (percent !== null) return;
    if (file) upload.upload(file);
    else choose(null);
  };
  const discardFile = () => {
    clear();
    field.current?.focus();
  };
  /**
   * Cancels the upload or discards the file; undefined if there is neither an upload nor a file.
   */
  const cancel = percent !== null ? upload.cancel : file === null ? undefined : discardFile;
  return { field, chosen, percent, limit, send, cancel };
}

interface LogoFieldProps extends Omit<
  ComponentProps<typeof FileDropZone>,
  "control" | "icon" | "accept"
> {
  label: string;
  /** The maximum size in megabytes. */
  limit: number;
  error: string | null;
}

function LogoField({ label, limit, error, ...zone }: LogoFieldProps) {
  return (
    <Field
      label={label}
      help={`Recommended 200x50 px. PNG, JPG or SVG, less than ${String(limit)} MB.`}
      error={error ?? undefined}
    >
      {(control) => <FileDropZone control={control} icon={ImageUp} accept={LOGO_TYPES} {...zone} />}
    </Field>
  );
}

interface LogoButtonsProps {
  isUploading: boolean;
  /** Whether the page has another form with the solid button. */
  isSecond: boolean;
  /** Removes the logo; undefined if there is no logo. */
  onRemove: (() => void) | undefined;
  /**
   * Cancels the upload or discards the file; undefined if there is neither an upload nor a file.
   */
  onCancel: (() => void) | undefined;
}

function LogoButtons({ isUploading, isSecond, onRemove, onCancel }: LogoButtonsProps) {
  return (
    <>
      {onRemove ? (
        <Button variant="ghost" className="mr-auto" disabled={isUploading} onClick={onRemove}>
          Remove logo
        </Button>
      ) : null}
      {onCancel ? (
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      ) : null}
      <Button
        type="submit"
        variant={isSecond ? "secondary" : "primary"}
        pending={isUploading}
        pendingLabel="Uploading..."
      >
        Upload logo
      </Button>
    </>
  );
}

/** The call that removes a logo, and whether it is pending. */
interface LogoRemoval {
  readonly isPending: boolean;
  readonly remove: () => void;
}

interface RemoveLogoDialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** The name that pages show instead; null if they show the other logo. */
  name: string | null;
  removal: LogoRemoval;
  /**
   * Gets the focus after the removal, because the button that opened the dialog no longer exists.
   */
  focusAfterwards: RefObject<HTMLElement | null>;
}

/** Asks for confirmation, then removes the logo. */
function RemoveLogoDialog(props: RemoveLogoDialogProps) {
  const { isOpen, onClose, title, name, removal, focusAfterwards } = props;
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={onClose}
      title={title}
      description={<Consequences name={name} focusAfterwards={focusAfterwards} />}
      confirmLabel="Remove logo"
      pendingLabel="Removing..."
      pending={removal.isPending}
      onConfirm={removal.remove}
    />
  );
}

type ConsequencesProps = Pick<RemoveLogoDialogProps, "name" | "focusAfterwards">;

function Consequences({ name, focusAfterwards }: ConsequencesProps) {
  useFocusWhenLost(focusAfterwards);
  if (name === null) return "Dark pages will show the other logo. The file is deleted.";
  return (
    <>
      Pages will show the name{" "}
      <strong dir="auto" className="font-semibold wrap-anywhere text-ink">
        {name}
      </strong>{" "}
      instead. The file is deleted.
    </>
  );
}

/** The skeleton of the logo screen, displayed while the settings are loading. */
export function LogoSkeleton() {
  return (
    <SkeletonGroup label="Loading logo">
      <Card footer={<Skeleton className="h-10 w-32 rounded-lg" />}>
        <Skeleton className="mb-8 h-5 w-40" />
        <div className="flex flex-col gap-6">
          <div className="grid gap-3 sm:grid-cols-2">
            <Skeleton className="h-14 rounded-lg" />
            <Skeleton className="h-14 rounded-lg" />
          </div>
          <Skeleton className="h-32 w-full rounded-xl" />
        </div>
      </Card>
    </SkeletonGroup>
  );
}
