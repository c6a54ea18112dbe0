import type { RefObject } from "react";
import { useRef } from "react";
import { PICTURE_TYPES } from "#contract/pictures.ts";
import { usePortal } from "#web/app/api/SessionContext.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Field } from "#web/ui/Field.tsx";
import { FileDropZone } from "#web/ui/FileDropZone.tsx";
import { useFocusWhenLost } from "#web/ui/focus.ts";
import { ProgressBar } from "#web/ui/ProgressBar.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { ImageUp } from "#web/ui/adminIcons.ts";
import { EntryCover } from "../EntryCover.tsx";
import type { EntryDraft } from "./useEntryDraft.ts";
import { useCoverUpload } from "./useCoverUpload.ts";

interface CoverFieldProps {
  draft: EntryDraft;
  /** The file field, which is shown while there is no cover. */
  file: RefObject<HTMLInputElement | null>;
  /** The field for what the cover shows. */
  alt: RefObject<HTMLInputElement | null>;
}

/** Uploads the picture at the top of an entry, asks what it shows, and removes it. */
export function CoverField({ draft }: Pick<CoverFieldProps, "draft">) {
  const file = useRef<HTMLInputElement>(null);
  const alt = useRef<HTMLInputElement>(null);
  const Part = draft.values.coverUrl === null ? NoCover : ChosenCover;
  return <Part draft={draft} file={file} alt={alt} />;
}

function NoCover({ draft: { errors, change }, file, alt }: CoverFieldProps) {
  const limit = usePortal().site.maxUploadSize;
  const upload = useCoverUpload(limit, (coverUrl) => change({ coverUrl, coverAlt: "" }));
  useFocusWhenLost(alt);
  return (
    <div className="flex flex-col gap-3">
      <Field
        label="Cover"
        optional
        help={`Shown at the top of the entry and where links to it are shared. PNG, JPG, WebP or GIF, less than ${String(limit)} MB.`}
        error={upload.error ?? errors.coverUrl}
      >
        {(control) => (
          <FileDropZone
            control={control}
            ref={file}
            icon={ImageUp}
            accept={PICTURE_TYPES}
            file={upload.file}
            disabled={upload.file !== null}
            onChoose={upload.choose}
          />
        )}
      </Field>
      {upload.file === null ? null : (
        <Uploading percent={upload.percent} onCancel={upload.cancel} file={file} />
      )}
    </div>
  );
}

interface UploadingProps extends Pick<CoverFieldProps, "file"> {
  percent: number;
  onCancel: () => void;
}

function Uploading({ percent, onCancel, file }: UploadingProps) {
  useFocusWhenLost(file);
  return (
    <div className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <ProgressBar label="Upload progress" percent={percent} />
      </div>
      <Button variant="secondary" size="sm" onClick={onCancel}>
        Cancel<span className="sr-only"> the upload</span>
      </Button>
    </div>
  );
}

function ChosenCover({ draft: { values, errors, change }, file, alt }: CoverFieldProps) {
  useFocusWhenLost(file);
  return (
    <fieldset className="min-w-0">
      <div className="flex items-center justify-between gap-3">
        <legend className="float-left text-sm font-medium">Cover</legend>
        <Button variant="ghost" size="sm" onClick={() => change({ coverUrl: null, coverAlt: "" })}>
          Remove<span className="sr-only"> cover</span>
        </Button>
      </div>
      <EntryCover entry={{ coverUrl: values.coverUrl, coverAlt: "" }} />
      {errors.coverUrl ? (
        <p role="alert" className="mt-1.5 text-sm text-danger-text">
          {errors.coverUrl}
        </p>
      ) : null}
      <Field
        label="What the cover shows"
        help="For those who do not see the picture."
        error={errors.coverAlt}
        className="mt-3"
      >
        {(control) => (
          <TextInput
            {...control}
            ref={alt}
            autoComplete="off"
            value={values.coverAlt}
            onChange={({ target }) => change({ coverAlt: target.value })}
          />
        )}
      </Field>
    </fieldset>
  );
}
