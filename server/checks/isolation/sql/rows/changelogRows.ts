import { BEFORE } from "../insertHiddenItems.ts";
import type { Copy, Sql } from "./copy.ts";

/** Subscribers of A by their addresses. B has subscribers with the same ids. */
export const SUBSCRIBER_IDS = { subscribed: 950, pending: 951 } as const;
/** The activity of the publication of A's entry. B has one with the same id. */
export const ENTRY_ACTIVITY = 970;
const ITEM_ACTIVITY = 972;
const SECOND_ENTRY_ACTIVITY = 974;

export const changelogCopies: Copy[] = [
  [
    "changelog_entry",
    "id, title, slug, body, state, publish_at, search_text, created_at, updated_at",
    "id, 'B ' || title, 'b-' || slug, 'B', state, publish_at - interval '60 days', 'b', created_at, updated_at",
  ],
  [
    "changelog_subscriber",
    "id, address, state, token, created_at, changed_at",
    "id, 'b-' || address, state, token, created_at, changed_at",
  ],
  ["changelog_label", "id, name, color, created_at", "id, 'B ' || name, color, created_at"],
  ["changelog_entry_label", "entry_id, label_id", "entry_id, label_id"],
  ["changelog_entry_item", "feedback_id, entry_id, position", "feedback_id, entry_id, position"],
];

/** Inserts a published entry of the changelog with a label and items. */
export async function insertEntry(sql: Sql, companyId: number, itemIds: readonly number[]) {
  const [row] = await sql<{ entry: string; label: string }>(
    `with entry as (
       insert into changelog_entry
         (company_id, title, slug, body, state, publish_at, search_text, created_at, updated_at)
       values ($1, 'Entry', 'entry', 'Text', 'published', $3, 'entry', $3, $3) returning id
     ), label as (
       insert into changelog_label (company_id, name, color, created_at)
       values ($1, 'Label', '#112233', $3) returning id
     ), item as (
       insert into changelog_entry_item (company_id, feedback_id, entry_id, position)
       select $1, item_id, entry.id, place
       from entry, unnest($2::bigint[]) with ordinality as given (item_id, place)
     ), labelled as (
       insert into changelog_entry_label (company_id, entry_id, label_id)
       select $1, entry.id, label.id from entry, label
     )
     select entry.id as entry, label.id as label from entry, label`,
    [companyId, itemIds, BEFORE],
  );
  await sql(
    `insert into changelog_subscriber (company_id, id, address, state, token, created_at, changed_at)
     overriding system value
     select $1, id, address, state, null, $2, $2 from jsonb_to_recordset($3::jsonb) as given
       (id bigint, address text, state text)`,
    [
      companyId,
      BEFORE,
      JSON.stringify([
        { id: SUBSCRIBER_IDS.subscribed, address: "reader@example.com", state: "subscribed" },
        { id: SUBSCRIBER_IDS.pending, address: "pending@example.com", state: "pending" },
      ]),
    ],
  );
  return { entry: Number(row?.entry), label: Number(row?.label) };
}

/**
 * Inserts what tells subscribers of the entry that both companies have. The stranger subscribes to B,
 * and A has a subscriber with the stranger's address. The other accounts subscribe to A: the user, one
 * that B has blocked, and one whom only B has told as a follower of the entry's item. In B, followers
 * of the item are not all told yet. B has no rows of the user, who is deleted with A.
 */
export async function insertEntryMails(
  sql: Sql,
  { own, other }: { own: number; other: number },
  {
    userId,
    strangerId,
    blockedId,
    toldId,
    itemId,
    entryId,
    deliveryId,
  }: Record<
    "userId" | "strangerId" | "blockedId" | "toldId" | "itemId" | "entryId" | "deliveryId",
    number
  >,
): Promise<void> {
  for (const [companyId, subscriberIds, notifiedIds, origin, pending] of [
    [own, [userId, blockedId, toldId], [userId, strangerId], "http://a", "{}"],
    [other, [strangerId], [blockedId, strangerId], "http://b", '{"notifyFollowers": null}'],
  ] as const) {
    await sql(
      `insert into changelog_subscriber (company_id, id, user_id, state, token, created_at, changed_at)
       overriding system value
       select $1, 952 + place, id, 'subscribed', null, $3, $3
       from unnest($2::bigint[]) with ordinality as given (id, place)`,
      [companyId, subscriberIds, BEFORE],
    );
    await sql(
      `insert into activity (company_id, id, entry_id, kind, origin, created_at)
       overriding system value
       select $1, id, $2, 'entry_published', $3, $4 from unnest($5::bigint[]) id`,
      [companyId, entryId, origin, BEFORE, [ENTRY_ACTIVITY, SECOND_ENTRY_ACTIVITY]],
    );
    await sql(
      `insert into activity (company_id, id, feedback_id, kind, data, origin, pending, created_at)
       overriding system value
       values ($1, $2, $3, 'changelog_published', jsonb_build_object('entryId', $4::bigint), $5, $6, $7)`,
      [companyId, ITEM_ACTIVITY, itemId, entryId, origin, pending, BEFORE],
    );
    await sql(
      `insert into notification (company_id, id, user_id, activity_id, entry_id, reason, mail,
         delivery_id, created_at)
       overriding system value
       select $1, 980 + place, user_id, activity_id, $2, 'subscribed', 'mailed', $3, $4
       from unnest($5::bigint[], $6::bigint[]) with ordinality as given (user_id, activity_id, place)`,
      [
        companyId,
        entryId,
        deliveryId,
        BEFORE,
        notifiedIds,
        [ENTRY_ACTIVITY, SECOND_ENTRY_ACTIVITY],
      ],
    );
  }
  await sql(
    `insert into notification (company_id, id, user_id, activity_id, feedback_id, reason, mail, created_at)
     overriding system value values ($1, 990, $2, $3, $4, 'followed', 'off', $5)`,
    [other, toldId, ITEM_ACTIVITY, itemId, BEFORE],
  );
  await sql(
    `insert into activity (company_id, id, entry_id, kind, origin, created_at)
     overriding system value values ($1, 975, $2, 'entry_published', 'http://b', $3)`,
    [other, entryId, BEFORE],
  );
  await sql(
    `insert into changelog_subscriber
       (company_id, id, address, state, token, created_at, changed_at)
     overriding system value
     select $1, 952, lower(username collate "C"), 'subscribed', null, $3, $3
     from user_account where id = $2`,
    [own, strangerId, BEFORE],
  );
}

/**
 * Inserts an entry that only B has, which is due, and gives B's entries a label that only B has. The
 * entry's item has the id of an item of A.
 */
export async function insertEntryOfOther(
  sql: Sql,
  companyId: number,
  itemId: number,
): Promise<Record<"entry" | "changelogLabel", number>> {
  const [row] = await sql<{ entry: string; label: string }>(
    `with entry as (
       insert into changelog_entry
         (company_id, title, slug, body, state, publish_at, search_text, created_at, updated_at)
       values ($1, 'Only B''s', 'entry-of-b', 'B', 'scheduled', $3, 'b', $3, $3) returning id
     ), item as (
       insert into changelog_entry_item (company_id, feedback_id, entry_id, position)
       select $1, $2, id, 0 from entry
     )
     select entry.id as entry, min(label.id) as label from entry, changelog_label label
     where label.company_id = $1 group by entry.id`,
    [companyId, itemId, BEFORE],
  );
  const [entry, changelogLabel] = [Number(row?.entry), Number(row?.label)];
  await sql(
    `insert into changelog_entry_label (company_id, entry_id, label_id)
     select $1, id, $2 from changelog_entry where company_id = $1`,
    [companyId, changelogLabel],
  );
  return { entry, changelogLabel };
}

/** Returns the parameters of statements about the changelog. */
export function changelogParameters({
  companyId,
  item,
  entry,
  changelogLabel,
  user,
  subscriber,
}: Record<
  "companyId" | "item" | "entry" | "changelogLabel" | "user" | "subscriber",
  number
>): Record<string, unknown> {
  return {
    entryId: entry,
    subscriberId: subscriber,
    labelId: changelogLabel,
    labelIds: [changelogLabel],
    label: changelogLabel,
    body: "Changed",
    bodyMarkdown: null,
    version: "2",
    at: "2100-01-01T00:00:00Z",
    tells: ["followers"],
    completesItems: true,
    publisherId: user,
    color: "#445566",
    prefix: "entry",
    slugs: ["entry", "b-entry"],
    row: JSON.stringify({
      company_id: companyId,
      id: 904,
      title: "E",
      slug: "restored",
      body: "",
      state: "draft",
      tells: [],
      completes_items: false,
      revision: 1,
      created_at: "2020-01-01",
      updated_at: "2020-01-01",
      search_text: "",
    }),
    newEntries: JSON.stringify([
      { position: 1, title: "E", slug: "imported", body: "", labels: [], feedback_ids: [item] },
    ]),
    writtenEntries: JSON.stringify([{ id: entry }]),
    labels: ["Label"],
    items: ["Public item"],
    editorId: user,
    publishedDaysAgo: 1,
  };
}
