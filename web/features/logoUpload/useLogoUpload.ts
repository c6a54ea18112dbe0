import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { isApiError } from "#web/app/api/isApiError.ts";
import { toast } from "#web/ui/toast.ts";
import { uploadLogo } from "./uploadLogo.ts";

/** Where a logo goes, and what follows. */
export interface LogoUpload {
  /** The path it is posted to. */
  readonly path: string;
  /** Text of the error toast when the server sends none (SPEC section 8). */
  readonly errorFallback: string;
  /** `finish` makes the form take another file; without it the upload stays in view until the page is gone. */
  readonly onUploaded: (finish: () => void) => void;
}

interface UploadEvents {
  /** A complaint about the file itself. */
  readonly onRefused: (message: string) => void;
  readonly onFinished: () => void;
}

/** The upload of a logo with its error toast. `percent` is null while none is under way. */
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
      const complaint = refusal?.fieldErrors["logo"]?.[0];
      if (complaint !== undefined) onRefused(complaint);
      else {
        const description = refusal?.serverMessage ?? to.errorFallback;
        toast({ title: "Error", description, variant: "destructive" });
      }
    },
  });
  // Who leaves the form has given the upload up.
  useEffect(() => () => controller.current?.abort(), []);
  return { upload: mutate, percent, cancel: () => controller.current?.abort() };
}
