import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { authApi } from "#contract/auth.ts";
import type { ShownSiteSettings } from "#contract/siteSettings.ts";
import { siteSettingsApi, SiteSettingsForm } from "#contract/siteSettings.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { useTypedMeanwhile } from "#web/app/api/useTypedMeanwhile.ts";
import { useUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import { QUERIES_AFFECTED_BY_SITE } from "./affectedQueries.ts";
import { siteSettingsQuery } from "./siteSettingsQuery.ts";

/** The form of the general settings. Once they are saved, title and header follow. */
export function useSiteSettingsForm(settings: ShownSiteSettings) {
  const client = useQueryClient();
  const form = useForm({
    resolver: zodResolver(SiteSettingsForm),
    values: valuesOf(settings),
    // A refetch does not overwrite fields that are being edited.
    resetOptions: { keepDirtyValues: true },
  });
  useUnsavedChanges(form.formState.isDirty);
  const typedMeanwhile = useTypedMeanwhile(form);
  const update = useApiMutation(siteSettingsApi.update, {
    form,
    success: "Site settings updated successfully",
    errorFallback: "Failed to update site settings",
    onSuccess: (saved) => {
      client.setQueryData(siteSettingsQuery.queryKey, saved);
    },
    onSuccessMounted: (saved) => typedMeanwhile.takeSaved(valuesOf(saved)),
    // Whoever now asks admins for a second factor may need one first.
    refetch: [...QUERIES_AFFECTED_BY_SITE, authApi.currentUser],
  });
  const save = form.handleSubmit((body) => {
    if (update.isPending) return;
    typedMeanwhile.noteSent();
    update.mutate({ body });
  });
  return { form, save, isSaving: update.isPending };
}

function valuesOf(settings: ShownSiteSettings) {
  const { siteName, allowPublicRegistration, allowPublicFeedback, requireAdminMfa, maxUploadSize } =
    settings;
  return {
    siteName,
    allowPublicRegistration,
    allowPublicFeedback,
    requireAdminMfa,
    // As typed; the form's schema makes an integer of it (docs/specification.md "5. Validation
    // rules").
    maxUploadSize: String(maxUploadSize),
  };
}
