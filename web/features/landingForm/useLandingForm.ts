import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { landingPageApi, LandingPageContent } from "#contract/landingPage.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { useEditsWhileSaving } from "#web/app/api/useEditsWhileSaving.ts";
import { useUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import { landingPageQuery } from "./landingPageQuery.ts";

/** Returns the form state for the landing page's texts. */
export function useLandingForm(content: LandingPageContent) {
  const client = useQueryClient();
  const form = useForm({
    resolver: zodResolver(LandingPageContent),
    // The default values are for the server's render.
    defaultValues: content,
    values: content,
    // A refetch does not overwrite fields that are being edited.
    resetOptions: { keepDirtyValues: true },
  });
  useUnsavedChanges(form.formState.isDirty);
  const typedMeanwhile = useEditsWhileSaving(form);
  const update = useApiMutation(landingPageApi.update, {
    form,
    success: "Landing page content updated successfully",
    errorFallback: "Failed to update landing page content",
    onSuccess: (saved) => {
      client.setQueryData(landingPageQuery.queryKey, saved);
    },
    onSuccessMounted: typedMeanwhile.applySaved,
    refetch: [landingPageApi.get],
  });
  const save = form.handleSubmit((body) => {
    if (update.isPending) return;
    typedMeanwhile.markSent();
    update.mutate({ body });
  });
  return { form, save, isSaving: update.isPending };
}

export type LandingFormState = ReturnType<typeof useLandingForm>["form"];
