import { useRef } from "react";
import type { NotificationSettings } from "#contract/notificationSettings.ts";
import { EMAIL_PACES, NEW_FEEDBACK_PACES } from "#contract/notificationSettings.ts";
import type { User } from "#contract/users.ts";
import { usePortal } from "#web/app/api/SessionContext.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Card } from "#web/ui/Card.tsx";
import { ConfirmationNote } from "./ConfirmationNote.tsx";
import { NoMailsNote } from "./NoMailsNote.tsx";
import { PaceField } from "./PaceField.tsx";
import { SuppressionNote } from "./SuppressionNote.tsx";
import { TimeZoneField } from "./TimeZoneField.tsx";
import { useNotificationsForm } from "./useNotificationsForm.ts";

interface NotificationsFormProps {
  settings: NotificationSettings;
  user: User;
}

/**
 * The form for the mail frequency and the time zone. If the user cannot get mails at present, a
 * note says why.
 */
export function NotificationsForm({ settings, user }: NotificationsFormProps) {
  const { form, save, isSaving } = useNotificationsForm(settings);
  const notes = useRef<HTMLDivElement>(null);
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <Card
        title="Notifications"
        description="Mails about what happens to feedback that you follow."
        footer={
          <Button type="submit" pending={isSaving} pendingLabel="Saving...">
            Save Changes
          </Button>
        }
      >
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
      </Card>
    </form>
  );
}
