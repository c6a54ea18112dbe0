import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import type { NotificationSettings } from "#contract/notificationSettings.ts";
import { notificationSettingsApi } from "#contract/notificationSettings.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { useEditsWhileSaving } from "#web/app/api/useEditsWhileSaving.ts";
import { useUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import { notificationSettingsQuery } from "./notificationSettingsQuery.ts";

/** Returns the form of the notification settings. Only the server validates the values. */
export function useNotificationsForm(settings: NotificationSettings) {
  const client = useQueryClient();
  const form = useForm({
    values: valuesOf(settings),
    // A refetch does not overwrite fields that are being edited.
    resetOptions: { keepDirtyValues: true },
  });
  useUnsavedChanges(form.formState.isDirty);
  const editsWhileSaving = useEditsWhileSaving(form);
  const update = useApiMutation(notificationSettingsApi.update, {
    form,
    success: "Notification settings saved successfully",
    errorFallback: "Failed to save the notification settings",
    onSuccess: (saved) => {
      client.setQueryData(notificationSettingsQuery.queryKey, saved);
    },
    onSuccessMounted: (saved) => editsWhileSaving.applySaved(valuesOf(saved)),
  });
  const save = form.handleSubmit(({ newFeedback, ...changes }) => {
    if (update.isPending) return;
    editsWhileSaving.markSent();
    const isAdmin = settings.newFeedback !== null;
    update.mutate({ body: isAdmin ? { ...changes, newFeedback } : changes });
  });
  return { form, save, isSaving: update.isPending };
}

export type NotificationsFormState = ReturnType<typeof useNotificationsForm>["form"];

function valuesOf({ email, timeZone, newFeedback }: NotificationSettings) {
  return { email, timeZone, newFeedback: newFeedback ?? "off" };
}
