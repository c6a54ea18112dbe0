import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { isApiError } from "#web/app/api/isApiError.ts";
import { toast } from "#web/ui/toast.ts";
import { uploadLogo } from "./uploadLogo.ts";

/** The target of an upload and its callbacks. */
export interface LogoUpload {
  /** The path that the logo is posted to. */
  readonly path: string;
  /**
   * Text of the error toast when the server sends none (docs/specification.md "8. Error
   * catalogue").
   */
  readonly errorFallback: string;
  /** `finish` resets the form. Until it is called, the upload stays displayed. */
  readonly onUploaded: (finish: () => void) => void;
}

interface UploadEvents {
  /** The file itself was refused. */
  readonly onRefused: (message: string) => void;
  readonly onFinished: () => void;
}

/** Uploads a logo, with an error toast. `percent` is null while no upload is pending. */
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
