import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { User } from "#contract/users.ts";
import { invalidateAffected } from "#web/app/api/affectedQueries.ts";
import { isApiError } from "#web/app/api/call.ts";
import { withConfirmedEmail } from "#web/app/api/questions.ts";
import { usePortal } from "#web/app/api/SessionContext.tsx";
import { uploadForm } from "#web/app/api/uploadForm.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Avatar } from "#web/ui/Avatar.tsx";
import { Button } from "#web/ui/Button.tsx";
import { toast } from "#web/ui/toast.ts";

/** The file types that the file picker offers. The server checks the content. */
const PICTURE_TYPES = "image/png,image/jpeg,image/webp,image/gif";

/** The maximum size in megabytes that every installation allows at most. */
const MAX_MEGABYTES = 5;

/** The user's picture, with buttons that replace and remove it. */
export function OwnPicture({ user }: { user: User }) {
  const limit = Math.min(MAX_MEGABYTES, usePortal().site.maxUploadSize);
  const field = useRef<HTMLInputElement>(null);
  const replaceButton = useRef<HTMLButtonElement>(null);
  const upload = useUpload();
  const remove = useApiMutation("DELETE /api/user/picture", {
    changes: "ownProfile",
    success: "Picture removed successfully",
    errorFallback: "Failed to remove the picture",
    onSuccessMounted: () => replaceButton.current?.focus(),
  });
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Avatar name={user.fullName} picture={user.pictureUrl} size="lg" />
      <div className="min-w-0 flex-1 basis-48">
        <input
          ref={field}
          type="file"
          hidden
          aria-label="Picture"
          accept={PICTURE_TYPES}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            // The same file can be chosen again after an error.
            target.value = "";
            if (file) upload.mutate(file);
          }}
        />
        <div className="flex flex-wrap gap-2">
          <Button
            ref={replaceButton}
            variant="secondary"
            pending={upload.isPending}
            pendingLabel="Uploading..."
            onClick={() => field.current?.click()}
          >
            {user.pictureUrl ? "Change picture" : "Upload picture"}
          </Button>
          {user.pictureUrl ? (
            <Button
              variant="ghost"
              pending={remove.isPending}
              pendingLabel="Removing..."
              onClick={() => remove.mutate()}
            >
              Remove<span className="sr-only"> picture</span>
            </Button>
          ) : null}
        </div>
        <p className="mt-1.5 text-xs text-muted">
          PNG, JPG, WebP or GIF, less than {limit} MB. It is cut to a square.
        </p>
      </div>
    </div>
  );
}

function useUpload() {
  const client = useQueryClient();
  return useMutation<unknown, Error, File>({
    mutationFn: (file) => {
      const form = new FormData();
      form.append("picture", file);
      const { signal } = new AbortController();
      const options = { onProgress: () => undefined, signal };
      return withConfirmedEmail(() => uploadForm("/api/user/picture", form, options));
    },
    onSuccess: async () => {
      await invalidateAffected(client, "ownProfile");
      toast({ title: "Picture saved successfully" });
    },
    onError: (error) => {
      const refusal = isApiError(error) ? error : null;
      const description =
        refusal?.fieldErrors["picture"]?.[0] ??
        refusal?.serverMessage ??
        "Failed to save the picture";
      toast({ title: "Error", description, variant: "destructive" });
    },
  });
}
