import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { isApiError } from "#web/api/isApiError.ts";
import { reloadWithToast } from "#web/ui/reloadWithToast.ts";
import { toast } from "#web/ui/toast.ts";
import { uploadLogo } from "./uploadLogo.ts";

/**
 * The upload of a company's logo with its toasts (SPEC section 8). `percent` is null while none is under way; a complaint
 * about the file itself goes to `onRefused`.
 */
export function useLogoUpload(companyId: number, onRefused: (message: string) => void) {
  const controller = useRef<AbortController | null>(null);
  const [percent, setPercent] = useState<number | null>(null);
  const { mutate } = useMutation<string, Error, File>({
    mutationFn: (file) => {
      controller.current = new AbortController();
      setPercent(0);
      return uploadLogo(companyId, file, { onProgress: setPercent, signal: controller.current.signal });
    },
    // The percentage stays until the page is gone.
    onSuccess: () => reloadWithToast({ title: "Company logo updated successfully" }),
    onError: (error) => {
      setPercent(null);
      if (error.name === "AbortError") return;
      const refusal = isApiError(error) ? error : null;
      const complaint = refusal?.fieldErrors["logo"]?.[0];
      if (complaint !== undefined) onRefused(complaint);
      else {
        const description = refusal?.serverMessage ?? "Upload failed";
        toast({ title: "Error", description, variant: "destructive" });
      }
    },
  });
  return { upload: mutate, percent, cancel: () => controller.current?.abort() };
}
