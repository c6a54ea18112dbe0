import { sql } from "kysely";
import type { Announcement, Faq } from "#contract/content.ts";
import { statement } from "#server/platform/db/statement.ts";

export const listFaqs = statement<Record<never, never>, Faq>("list_faqs", (q) =>
  q
    .selectFrom("faq")
    .select(["id", "question", "answer"])
    .orderBy("orderIndex")
    .orderBy("id")
    .compile(),
);

/** At the end of the order. */
export const insertFaq = statement<{ question: string; answer: string }, Faq>(
  "insert_faq",
  (q, p) =>
    sql<Faq>`
    insert into faq (question, answer, order_index)
    select ${p.question}, ${p.answer}, coalesce(max(order_index) + 1, 0) from faq
    returning id, question, answer
  `.compile(q),
);

export const updateFaq = statement<Faq, Faq>("update_faq", (q, p) =>
  q
    .updateTable("faq")
    .set({ question: p.question, answer: p.answer })
    .where("id", "=", p.id)
    .returning(["id", "question", "answer"])
    .compile(),
);

export const deleteFaq = statement<{ id: number }, Faq>("delete_faq", (q, p) =>
  q.deleteFrom("faq").where("id", "=", p.id).returning(["id", "question", "answer"]).compile(),
);

export const reorderFaqs = statement<{ ids: readonly number[] }, { id: number }>(
  "reorder_faqs",
  (q, p) =>
    sql<{ id: number }>`
    update faq set order_index = wanted.place - 1
    from unnest(${p.ids}::bigint[]) with ordinality wanted (id, place)
    where faq.id = wanted.id
    returning faq.id
  `.compile(q),
);

export const listAnnouncements = statement<Record<never, never>, Announcement>(
  "list_announcements",
  (q) =>
    q
      .selectFrom("announcement")
      .select(["id", "title", "content"])
      .orderBy("orderIndex")
      .orderBy("id")
      .compile(),
);

/** At the end of the order. */
export const insertAnnouncement = statement<{ title: string; content: string }, Announcement>(
  "insert_announcement",
  (q, p) =>
    sql<Announcement>`
      insert into announcement (title, content, order_index)
      select ${p.title}, ${p.content}, coalesce(max(order_index) + 1, 0) from announcement
      returning id, title, content
    `.compile(q),
);

export const updateAnnouncement = statement<Announcement, Announcement>(
  "update_announcement",
  (q, p) =>
    q
      .updateTable("announcement")
      .set({ title: p.title, content: p.content })
      .where("id", "=", p.id)
      .returning(["id", "title", "content"])
      .compile(),
);

export const deleteAnnouncement = statement<{ id: number }, Announcement>(
  "delete_announcement",
  (q, p) =>
    q
      .deleteFrom("announcement")
      .where("id", "=", p.id)
      .returning(["id", "title", "content"])
      .compile(),
);

export const reorderAnnouncements = statement<{ ids: readonly number[] }, { id: number }>(
  "reorder_announcements",
  (q, p) =>
    sql<{ id: number }>`
      update announcement set order_index = wanted.place - 1
      from unnest(${p.ids}::bigint[]) with ordinality wanted (id, place)
      where announcement.id = wanted.id
      returning announcement.id
    `.compile(q),
);

/** Held until the transaction ends: whoever adds, removes or orders entries does so one after the other. */
export const lockContent = statement<Record<never, never>, never>("lock_content", (q) =>
  sql<never>`select pg_advisory_xact_lock(7215300420)::text as locked`.compile(q),
);
