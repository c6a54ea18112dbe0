import type { ResultOf } from "#contract/api.ts";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { isApiError } from "#web/app/api/call.ts";
import { uploadForm } from "#web/app/api/uploadForm.ts";
import { toast } from "#web/ui/toast.ts";

/** The target of an upload and its callbacks. */
export interface LogoUpload {
  /** The path that the logo is posted to. */
  readonly path: string;
  /**
   * The text of the error toast if the server sends no message (docs/specification.md "8. Error
   * catalogue").
   */
  readonly errorFallback: string;
  /**
   * Called after the upload. The progress stays displayed until `finish` is called, which resets
   * the form.
   */
  readonly onUploaded: (finish: () => void) => void;
}

interface UploadEvents {
  /** Called if the server has refused the file itself. */
  readonly onRefused: (message: string) => void;
  readonly onFinished: () => void;
}

/**
 * Uploads a logo. An error that is not about the file is displayed as a toast. `percent` is null
 * while no upload is pending.
 */
export function useLogoUpload(to: LogoUpload, { onRefused, onFinished }: UploadEvents) {
  const controller = useRef<AbortController | null>(null);
  const [percent, setPercent] = useState<number | null>(null);
  const { mutate } = useMutation<string, Error, File>({
    mutationFn: (file) => {
      controller.current = new AbortController();
      setPercent(0);
      return uploadLogo(to.path, file, {
        onProgress: setPercent,
        signal: controller.current.signal,
      });
    },
    onSuccess: () =>
      to.onUploaded(() => {
        setPercent(null);
        onFinished();
      }),
    onError: (error) => {
      setPercent(null);
      if (error.name === "AbortError") return;
      const refusal = isApiError(error) ? error : null;
      const fieldError = refusal?.fieldErrors["logo"]?.[0];
      if (fieldError !== undefined) onRefused(fieldError);
      else {
        const description = refusal?.serverMessage ?? to.errorFallback;
        toast({ title: "Error", description, variant: "destructive" });
      }
    },
  });
  // Leaving the form aborts the upload.
  useEffect(() => () => controller.current?.abort(), []);
  return { upload: mutate, percent, cancel: () => controller.current?.abort() };
}

/**
 * Uploads a logo and returns its URL. Rejects with the same errors as `uploadForm`. Both logo
 * endpoints have the same request and response.
 */
async function uploadLogo(
  path: string,
  file: File,
  options: Parameters<typeof uploadForm>[2],
): Promise<string> {
  const form = new FormData();
  form.append("logo", file);
  const { logoUrl } = (await uploadForm(
    path,
    form,
    options,
  )) as ResultOf<"POST /api/company/:companyId/logo">;
  return logoUrl;
}
