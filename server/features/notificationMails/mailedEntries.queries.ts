import { isBlockedIn } from "#server/platform/access/context.queries.ts";
import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";
import type { RecipientRow } from "./notificationMails.queries.ts";

/** A changelog entry of a mail. */
export interface MailedEntry {
  title: string;
  slug: string;
  /** The beginning of the text, one character longer than `ENTRY_LENGTH` if the text is longer. */
  text: string;
  /** The Markdown source; null if the text is plain. */
  markdown: string | null;
  /** Where the entry was published: scheme, host and port. */
  origin: string;
}

/** Maximum number of characters of an entry's text in a mail. */
export const ENTRY_LENGTH = 5_000;

const entryColumns = sql`e.title, e.slug, left(e.body, ${sql.lit(ENTRY_LENGTH + 1)}) as text,
  e.body_markdown as markdown`;

interface AccountDelivery {
  companyId: number;
  deliveryId: number;
  userId: number;
  canSeePrivate: boolean;
  requireConfirmedEmail: boolean;
}

/**
 * Returns the entries of an account's delivery, newest first, and marks the notifications as
 * dropped whose entry was taken back, or about which the account no longer wants mails.
 */
export const takePermittedEntries = statement<AccountDelivery, MailedEntry>(
  "take_permitted_entries",
  (p) => sql`
    with permitted as (
      select n.id, n.activity_id, n.entry_id from notification n
      join user_account u on u.id = n.user_id
      join changelog_entry e on e.company_id = n.company_id and e.id = n.entry_id
      where n.company_id = ${p.companyId} and n.delivery_id = ${p.deliveryId}
        and n.user_id = ${p.userId} and n.mail = 'mailed' and e.state = 'published'
        and u.is_active and u.email_pace <> 'off'
        and (u.confirmed_at is not null or not ${p.requireConfirmedEmail}::boolean)
        and (${p.canSeePrivate}::boolean or not ${isBlockedIn(p.companyId, p.userId)})
        and exists (
          select from changelog_subscriber s
          where s.company_id = n.company_id and s.user_id = n.user_id
        )
    ), dropped as (
      update notification n set mail = 'dropped'
      where n.company_id = ${p.companyId} and n.delivery_id = ${p.deliveryId}
        and n.user_id = ${p.userId} and n.mail = 'mailed' and n.entry_id is not null
        and not exists (select from permitted where permitted.id = n.id)
    )
    select ${entryColumns}, a.origin from permitted
    join changelog_entry e on e.company_id = ${p.companyId} and e.id = permitted.entry_id
    join activity a on a.company_id = ${p.companyId} and a.id = permitted.activity_id
    order by e.publish_at desc, e.id desc limit 20
  `,
);

interface AddressDelivery {
  companyId: number;
  subscriberId: number;
}

/** Finds a subscribed address and the company. Returns nothing if it was unsubscribed meanwhile. */
export const findSubscribedAddress = statement<AddressDelivery, RecipientRow>(
  "find_subscribed_address",
  (p) => sql`
    select s.address as username, s.token as unsubscribe_token, false as is_admin,
      c.name as company_name, c.subdomain, c.branding_settings, l.file_id as logo_file_id
    from changelog_subscriber s join company c on c.id = s.company_id and c.closed_at is null
    left join company_logo l on l.company_id = c.id and l.content_type <> 'image/svg+xml'
    where s.company_id = ${p.companyId} and s.id = ${p.subscriberId} and s.state = 'subscribed'
  `,
);

/** Finds the published entry of a delivery. Returns nothing if it was taken back meanwhile. */
export const findMailedEntry = statement<{ companyId: number; entryId: number }, MailedEntry>(
  "find_mailed_entry",
  (p) => sql`
    select ${entryColumns}, a.origin
    from changelog_entry e
    join activity a on a.company_id = e.company_id and a.entry_id = e.id
      and a.kind = 'entry_published'
    where e.company_id = ${p.companyId} and e.id = ${p.entryId} and e.state = 'published'
    order by a.id desc limit 1
  `,
);
