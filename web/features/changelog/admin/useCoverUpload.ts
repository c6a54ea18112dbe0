import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Picture } from "#contract/pictures.ts";
import { isApiError } from "#web/app/api/call.ts";
import { withConfirmedEmail } from "#web/app/api/questions.ts";
import { picturesAmong, uploadPicture } from "#web/app/api/uploadPicture.ts";

const MEGABYTE = 1024 * 1024;

/**
 * Uploads the chosen file at once. `file` is null while no upload is pending.
 * @param limit the maximum size in megabytes
 */
export function useCoverUpload(limit: number, onUploaded: (url: string) => void) {
  const controller = useRef<AbortController | null>(null);
  const [percent, setPercent] = useState(0);
  const [error, setError] = useState<string | null>(null);
  const { mutate, isPending, variables } = useMutation<Picture, Error, File>({
    mutationFn: (file) => {
      const { signal } = (controller.current = new AbortController());
      setPercent(0);
      return withConfirmedEmail(() => uploadPicture(file, { onProgress: setPercent, signal }));
    },
    onSuccess: ({ url }) => onUploaded(url),
    onError: (problem) => setError(problem.name === "AbortError" ? null : messageOf(problem)),
  });
  // Leaving the editor aborts the upload.
  useEffect(() => () => controller.current?.abort(), []);
  return {
    file: isPending ? (variables ?? null) : null,
    percent,
    error,
    choose: (file: File) => {
      const problem = problemOf(file, limit);
      setError(problem);
      if (problem === null) mutate(file);
    },
    cancel: () => controller.current?.abort(),
  };
}

function problemOf(file: File, limit: number): string | null {
  if (picturesAmong([file]).length === 0) return "Choose a PNG, JPG, WebP or GIF file";
  return file.size > limit * MEGABYTE ? `File size must be less than ${String(limit)}MB` : null;
}

function messageOf(problem: Error): string {
  const refusal = isApiError(problem) ? problem : null;
  return (
    refusal?.fieldErrors["file"]?.[0] ?? refusal?.serverMessage ?? "Failed to upload the picture"
  );
}
