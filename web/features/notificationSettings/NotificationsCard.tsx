import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import type { NotificationSettings } from "#contract/notificationSettings.ts";
import { EMAIL_PACES, NEW_FEEDBACK_PACES } from "#contract/notificationSettings.ts";
import type { User } from "#contract/users.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { usePortal } from "#web/app/api/SessionContext.tsx";
import { useSettingsForm } from "#web/app/api/useSettingsForm.ts";
import { Card } from "#web/ui/Card.tsx";
import { LoadedContent } from "#web/ui/LoadedContent.tsx";
import { SettingsForm } from "#web/ui/SettingsForm.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import { ConfirmationNote, NoMailsNote, SuppressionNote } from "./NoMailsNote.tsx";
import type { NotificationsValues } from "./NotificationsFields.tsx";
import { PaceField, TimeZoneField, notificationsValues } from "./NotificationsFields.tsx";

/**
 * The query for the user's notification settings. The settings are refetched on each visit, because
 * the links in mails can also change them.
 */
export const notificationSettingsQuery = {
  ...apiQuery("/api/user/notification-settings"),
  staleTime: 0,
};

const CARD = {
  title: "Notifications",
  description: "Mails about what happens to feedback that you follow.",
};

/** The card where users choose how often they get mails about notifications. */
export function NotificationsCard({ user }: { user: User }) {
  const query = useQuery(notificationSettingsQuery);
  if (query.data) return <NotificationsForm settings={query.data} user={user} />;
  return (
    <Card {...CARD}>
      <LoadedContent
        query={query}
        skeleton={<NotificationsSkeleton />}
        errorMessage="Failed to fetch the notification settings"
      >
        {() => null}
      </LoadedContent>
    </Card>
  );
}

interface NotificationsFormProps {
  settings: NotificationSettings;
  user: User;
}

/**
 * The form for the mail frequency and the time zone. If the user cannot get mails at present, a
 * note says why.
 */
function NotificationsForm({ settings, user }: NotificationsFormProps) {
  const { form, save, isSaving } = useNotificationsForm(settings);
  const notes = useRef<HTMLDivElement>(null);
  return (
    <SettingsForm {...CARD} isSaving={isSaving} isChanged={form.formState.isDirty} onSave={save}>
      <div ref={notes} tabIndex={-1} className="outline-none">
        {usePortal().sendsMail ? null : (
          <NoMailsNote text="This portal sends no mails at present. What you choose here applies once its operator has set up mail." />
        )}
        {user.mustConfirmEmail ? <ConfirmationNote focusAfterwards={notes} /> : null}
        {settings.suppression ? (
          <SuppressionNote suppression={settings.suppression} focusAfterwards={notes} />
        ) : null}
      </div>
      <div className="flex flex-col gap-6">
        <PaceField legend="What you follow" choices={EMAIL_PACES} form={form} name="email" />
        {settings.newFeedback === null ? null : (
          <PaceField
            legend="New feedback"
            help="New items and comments in your company."
            choices={NEW_FEEDBACK_PACES}
            form={form}
            name="newFeedback"
          />
        )}
        <TimeZoneField form={form} saved={settings.timeZone} />
      </div>
    </SettingsForm>
  );
}

/** Only the server validates the values. */
function useNotificationsForm(settings: NotificationSettings) {
  return useSettingsForm<"PATCH /api/user/notification-settings", NotificationsValues>(
    "PATCH /api/user/notification-settings",
    {
      values: notificationsValues(settings),
      query: notificationSettingsQuery,
      valuesOf: notificationsValues,
      inputOf: ({ newFeedback, ...changes }) => ({
        body: settings.newFeedback === null ? changes : { ...changes, newFeedback },
      }),
      changes: "notificationSettings",
      success: "Notification settings saved successfully",
      errorFallback: "Failed to save the notification settings",
    },
  );
}

const CHOICES = ["immediate", "daily", "weekly", "off"];

function NotificationsSkeleton() {
  return (
    <SkeletonGroup label="Loading the notification settings" className="flex flex-col gap-5">
      {CHOICES.map((choice) => (
        <div key={choice}>
          <Skeleton className="w-24" />
          <Skeleton className="mt-2 w-3/4" />
        </div>
      ))}
      <Skeleton className="h-10 w-full rounded-lg" />
    </SkeletonGroup>
  );
}
