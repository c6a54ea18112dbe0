import {
  BOUNCE_HEADERS,
  bounceReportWith,
  failedRecipient,
  insertSentMail,
} from "#server/checks/fixtures/bounceReport.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import { insertNotification } from "#server/checks/fixtures/notificationFixtures.ts";
import { notificationRows } from "#server/checks/fixtures/notificationRows.ts";
import type { SampleCalls } from "./sample.ts";

/** Successful calls about the caller's own account, notifications and mails. */
export const profileSampleCalls: SampleCalls = {
  "DELETE /api/user": () => ({ body: { password: TEST_PASSWORD } }),
  "PATCH /api/user": () => ({ body: { fullName: "Another Name" }, caller: "customer" }),
  "DELETE /api/user/picture": async ({ portal, customer }) => {
    await portal.sql(
      `with picture as (
         insert into user_picture (user_id, content) values ($1, 'A') on conflict do nothing
       )
       update user_account set picture_key = gen_random_uuid() where id = $1`,
      [customer.id],
    );
    return { caller: "customer" };
  },
  "PATCH /api/user/notification-settings": () => ({ body: { email: "weekly" } }),
  "DELETE /api/user/mail-suppression": async ({ portal, customer: { username } }) => {
    await portal.sql("insert into mail_suppression values ($1, 'bounced', 'No such mailbox')", [
      username,
    ]);
    return { caller: "customer" };
  },
  "POST /api/mail/bounces": async ({ portal, company, customer }) => {
    const mail = await insertSentMail(portal, { companyId: company.id, userId: customer.id });
    const returned = ["Content-Type: message/rfc822", "", ...mail()];
    const report = bounceReportWith(returned, failedRecipient(customer.username));
    return { body: Buffer.from(report), headers: BOUNCE_HEADERS };
  },
  "GET /api/feedback/:id/history/:changeId/notified": async ({ portal, item }) => {
    const { changeId } = await notificationRows(portal).notifiedChange(item);
    return { params: { id: item.id, changeId } };
  },
  "POST /api/notifications/read": async ({ portal, customer, item }) => {
    const ids = { userId: customer.id, feedbackId: item.id };
    return { body: { ids: [await insertNotification(portal.sql, ids)] } };
  },
  "DELETE /api/mail-suppressions/:userId": async ({ portal, customer }) => {
    await notificationRows(portal).suppress(customer);
    return { params: { userId: customer.id } };
  },
};
