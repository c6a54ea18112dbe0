import type { NotifiedActivity } from "#server/checks/fixtures/addDelivery.ts";
import { addDelivery } from "#server/checks/fixtures/addDelivery.ts";
import { createFactories } from "#server/checks/fixtures/factories.ts";
import type { ComposedDelivery } from "#server/features/notificationMails/notificationMail.ts";

export type Sql = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

type Examples = [name: string, delivery: ComposedDelivery][];

const NOTE =
  "Planned for the coming quarter. The first version repeats daily, weekly and monthly; custom rules come later.\n\nWe will ask some of you to try it: https://www.acme.example/beta";

const LONG_TITLE =
  `Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft ${"with a title of two hundred characters ".repeat(4)}`.slice(
    0,
    200,
  );

const LONG_COMMENT = Array.from(
  { length: 30 },
  (_, index) =>
    `${String(index + 1)}. Every month we copy about eighty tasks by hand, and every month somebody forgets the checklist of one client. We then find out when the client asks.`,
)
  .join("\n\n")
  .slice(0, 5_000);

/**
 * Inserts deliveries of all kinds into a database with demo data. Returns the deliveries by name.
 */
export async function addMailExamples(sql: Sql): Promise<Examples> {
  const demo = await openDemo(sql);
  return [
    ...(await usualMails(demo)),
    ...(await mailsWithUnusualTexts(demo)),
    ...(await mailsOfOtherCompanies(demo)),
    ...(await mailsOfChangelog(demo)),
  ];
}

/** Creates functions that find rows of the demo data and functions that insert additional rows. */
async function openDemo(sql: Sql) {
  const make = createFactories(sql);
  const idOf = async (text: string, ...values: unknown[]) => {
    const [row] = await sql<{ id: string }>(text, values);
    if (!row) throw new Error(`There is no such row: ${text}`);
    return Number(row.id);
  };
  const accountOf = (username: string) =>
    idOf("select id from user_account where username = $1", username);
  const acme = await idOf("select id from company where subdomain = 'acme'");
  const maya = await accountOf("admin@acme.example");
  const lena = await accountOf("lena.fischer@northwind.example");
  return {
    sql,
    make,
    idOf,
    accountOf,
    acme,
    maya,
    daniel: await accountOf("customer@acme.example"),
    itemOf: (title: string) => idOf("select id from feedback_item where title = $1", title),
    newItem: (title: string, description: string) =>
      idOf(
        `insert into feedback_item (company_id, board_id, user_id, title, description, category, status)
         select company_id, id, $2, $3, $4, 'feature', 'new'
         from board where company_id = $1 and not is_private order by id limit 1 returning id`,
        acme,
        lena,
        title,
        description,
      ),
    changed: (
      feedbackId: number,
      toStatus: string,
      note: string | null = null,
    ): NotifiedActivity => ({
      feedbackId,
      kind: "status_changed",
      data: { fromStatus: "evaluating", toStatus, note },
      actorId: maya,
      reason: "voted",
    }),
    commented: async (id: number, content: string, userId = lena): Promise<NotifiedActivity> => {
      const { id: commentId } = await make.comment({ id }, { content, userId });
      return { feedbackId: id, kind: "comment_added", data: { commentId }, actorId: userId };
    },
    mail: async (
      userId: number,
      activities: readonly NotifiedActivity[],
      { companyId = acme, kind = "immediate" }: Partial<MailDelivery> = {},
    ) => {
      await sql(
        `insert into follow (company_id, feedback_id, user_id, level)
         select $1, unnest($2::bigint[]), $3, 'all' on conflict do nothing`,
        [companyId, [...new Set(activities.map(({ feedbackId }) => feedbackId))], userId],
      );
      return addDelivery(sql, { companyId, userId, kind }, activities);
    },
  };
}

type Demo = Awaited<ReturnType<typeof openDemo>>;

async function usualMails({
  itemOf,
  newItem,
  mail,
  changed,
  commented,
  daniel,
  maya,
}: Demo): Promise<Examples> {
  const recurring = await itemOf("Recurring tasks for monthly retainers");
  const copies = await itemOf("Copy a project without its people");
  const planned = changed(recurring, "planned", NOTE);
  const news = await commented(recurring, "Is there any news? We start two new retainers soon.");
  const digest = [
    await commented(copies, "Same here. Twelve people got eighty mails each."),
    changed(copies, "under_development"),
    await commented(copies, "A first version is on our test system.", maya),
    planned,
  ];
  const answer = await commented(recurring, "It is planned now. I will write here.", maya);
  const note = await commented(copies, "@Maya Lindqvist, who can look at this?");
  const submitted = await newItem(
    "Show unbilled hours per project",
    "Before I write an invoice I want to see which hours are not billed yet.\n\nToday I export both lists and compare them by hand.",
  );
  const newFeedback = {
    feedbackId: submitted,
    kind: "item_submitted",
    reason: "admin",
  } as const;
  return [
    ["status-change", await mail(daniel, [planned])],
    ["comment", await mail(daniel, digest.slice(2, 3))],
    ["several-updates", await mail(daniel, [news, planned])],
    ["daily", await mail(daniel, digest, { kind: "daily" })],
    ["weekly", await mail(daniel, [...digest, news], { kind: "weekly" })],
    ["answer", await mail(daniel, [{ ...answer, reason: "answered" }])],
    ["mention", await mail(maya, [{ ...note, kind: "note_added", reason: "mentioned" }])],
    ["new-feedback", await mail(maya, [newFeedback])],
  ];
}

async function mailsWithUnusualTexts(demo: Demo): Promise<Examples> {
  const { sql, make, newItem, mail, changed, commented, daniel, acme } = demo;
  const long = await newItem(LONG_TITLE, "A long item");
  const rightToLeft = await newItem("تقرير شهري بصيغة PDF لكل عميل", "نريد إرسال تقرير شهري.");
  const hebrew = await make.user("user", { id: acme });
  await sql("update user_account set full_name = 'דנה לוי' where id = $1", [hebrew.id]);
  const comment = "مهم جدا لنا.\nPDF بحجم A4.\nAnd one line in English.";
  return [
    [
      "long-texts",
      await mail(daniel, [
        await commented(long, LONG_COMMENT),
        changed(long, "evaluating", "n ".repeat(500).trim()),
      ]),
    ],
    [
      "right-to-left",
      await mail(daniel, [
        await commented(rightToLeft, comment, hebrew.id),
        changed(rightToLeft, "evaluating", "شكرا! نحن ندرس الفكرة الآن."),
      ]),
    ],
  ];
}

async function mailsOfOtherCompanies(demo: Demo): Promise<Examples> {
  const { sql, make, idOf, accountOf, mail, changed, daniel } = demo;
  const globex = await idOf("select id from company where subdomain = 'globex'");
  const complete = await demo.itemOf("Floor plans with live readings");
  const noir = await make.company("Studio Noir");
  await sql("update company set branding_settings = $2 where id = $1", [
    noir.id,
    JSON.stringify({ primaryColor: "#0b0b0f", buttonTextColor: "#1f1f2f" }),
  ]);
  const print = await make.item(await make.board(noir), { title: "Prints on matte paper" });
  const actorId = await accountOf("admin@globex.example");
  return [
    [
      "no-logo",
      await mail(
        await accountOf("customer@globex.example"),
        [{ ...changed(complete, "complete", "Available for everyone since today."), actorId }],
        { companyId: globex },
      ),
    ],
    [
      "dark-accent",
      await mail(daniel, [changed(print.id, "under_development")], { companyId: noir.id }),
    ],
  ];
}

/** A mail about a changelog entry to a subscribed address. */
async function mailsOfChangelog({ sql, idOf, acme }: Demo): Promise<Examples> {
  const entryId = await idOf(
    "select id from changelog_entry where company_id = $1 and state = 'published' order by id limit 1",
    acme,
  );
  const subscriberId = await idOf(
    `insert into changelog_subscriber (company_id, address, state)
     values ($1, 'robin@example.com', 'subscribed') returning id`,
    acme,
  );
  await sql(
    `insert into activity (company_id, entry_id, kind, origin)
     values ($1, $2, 'entry_published', 'https://acme.hearback.example')`,
    [acme, entryId],
  );
  const delivery = { companyId: acme, id: 0, userId: null, subscriberId, entryId };
  return [["changelog-entry", { ...delivery, kind: "entry" }]];
}
