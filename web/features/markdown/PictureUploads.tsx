import { Button } from "#web/ui/Button.tsx";
import { Field } from "#web/ui/Field.tsx";
import { loadAllStyles } from "#web/ui/loadAllStyles.ts";
import { ProgressBar } from "#web/ui/ProgressBar.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import type { Upload, usePictureUploads } from "./usePictureUploads.ts";

// Only the stylesheet of all pages has some of the classes below.
if (!import.meta.env.SSR) await loadAllStyles();

export interface PictureUploadsProps {
  pictures: ReturnType<typeof usePictureUploads>;
}

/** The pictures that are being added, each with its progress and with what it shows. */
export function PictureUploads({ pictures }: PictureUploadsProps) {
  return (
    <ul aria-label="Added pictures" className="divide-y divide-line border-t px-3">
      {pictures.uploads.map((upload) => (
        <li key={upload.id} className="flex flex-col gap-2 py-3">
          {upload.error === null ? (
            <AddedPicture upload={upload} pictures={pictures} />
          ) : (
            <FailedUpload upload={upload} pictures={pictures} />
          )}
        </li>
      ))}
    </ul>
  );
}

interface UploadProps extends PictureUploadsProps {
  upload: Upload;
}

function AddedPicture({ upload, pictures }: UploadProps) {
  const { id, file, alt, percent, url } = upload;
  return (
    <>
      <div className="flex items-end gap-2">
        <Field label={`What does ${file.name} show?`} className="flex-1 wrap-anywhere">
          {(control) => (
            <TextInput
              {...control}
              autoComplete="off"
              value={alt}
              placeholder="For people who cannot see it"
              onChange={({ target }) => pictures.describe(id, target.value)}
              // Once the next element has the focus, which must not be interrupted.
              onBlur={() => setTimeout(() => pictures.write(upload))}
              onKeyDown={(event) => {
                if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
                // Enter would submit the form around the field.
                event.preventDefault();
                if (url !== null) pictures.finish([upload]);
              }}
            />
          )}
        </Field>
        {url === null ? (
          <Button
            variant="secondary"
            aria-label={`Cancel ${file.name}`}
            onClick={() => pictures.cancel(id)}
          >
            Cancel
          </Button>
        ) : (
          <Button variant="secondary" onClick={() => pictures.finish([upload])}>
            Done
          </Button>
        )}
      </div>
      {url === null ? <ProgressBar label={`Upload of ${file.name}`} percent={percent} /> : null}
    </>
  );
}

function FailedUpload({ upload, pictures }: UploadProps) {
  const { file, error } = upload;
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      <p role="alert" className="min-w-0 flex-1 basis-48 text-sm text-danger-text wrap-anywhere">
        {file.name}: {error}
      </p>
      <Button variant="secondary" size="sm" onClick={() => pictures.finish([upload])}>
        Dismiss
      </Button>
      <Button variant="secondary" size="sm" onClick={() => pictures.retry(upload)}>
        Try again
      </Button>
    </div>
  );
}
