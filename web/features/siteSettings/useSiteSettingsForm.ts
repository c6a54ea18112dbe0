import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { authApi } from "#contract/auth.ts";
import type { ShownSiteSettings } from "#contract/siteSettings.ts";
import { siteSettingsApi, SiteSettingsForm } from "#contract/siteSettings.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { useEditsWhileSaving } from "#web/app/api/useEditsWhileSaving.ts";
import { useUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import { QUERIES_AFFECTED_BY_SITE } from "./affectedQueries.ts";
import { siteSettingsQuery } from "./siteSettingsQuery.ts";

/**
 * Returns the form state of the general settings. A save also updates the page title and the
 * header.
 */
export function useSiteSettingsForm(settings: ShownSiteSettings) {
  const client = useQueryClient();
  const form = useForm({
    resolver: zodResolver(SiteSettingsForm),
    values: valuesOf(settings),
    // A refetch does not overwrite fields that are being edited.
    resetOptions: { keepDirtyValues: true },
  });
  useUnsavedChanges(form.formState.isDirty);
  const typedMeanwhile = useEditsWhileSaving(form);
  const update = useApiMutation(siteSettingsApi.update, {
    form,
    success: "Site settings updated successfully",
    errorFallback: "Failed to update site settings",
    onSuccess: (saved) => {
      client.setQueryData(siteSettingsQuery.queryKey, saved);
    },
    onSuccessMounted: (saved) => typedMeanwhile.applySaved(valuesOf(saved)),
    // The current user is refetched, because the new value of `requireAdminMfa` can force the
    // signed-in admin to set up a second factor.
    refetch: [...QUERIES_AFFECTED_BY_SITE, authApi.currentUser],
  });
  const save = form.handleSubmit((body) => {
    if (update.isPending) return;
    typedMeanwhile.markSent();
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
    // The field's value is a string, because the form's schema parses the typed text to an integer
    // (docs/specification.md "5. Validation rules").
    maxUploadSize: String(maxUploadSize),
  };
}
