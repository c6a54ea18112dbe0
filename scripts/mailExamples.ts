import type pg from "pg";
import type { ToldActivity } from "#server/checks/fixtures/addDelivery.ts";
import { addDelivery } from "#server/checks/fixtures/addDelivery.ts";
import { createFactories } from "#server/checks/fixtures/factories.ts";
import type { MailDelivery } from "#server/features/notificationMails/notificationMail.ts";

const NOTE =
  "Planned for the coming quarter. The first version repeats daily, weekly and monthly; custom rules come later.\n\nWe will ask some of you to try it: https://www.acme.example/beta";

const LONG_COMMENT = Array.from(
  { length: 30 },
  (_, index) =>
    `${String(index + 1)}. Every month we copy about eighty tasks by hand, and every month somebody forgets the checklist of one client. We then find out when the client asks.`,
)
  .join("\n\n")
  .slice(0, 5_000);

/** Inserts deliveries of all kinds into a database with demo data. Returns them by name. */
export async function addMailExamples(owner: pg.Client): Promise<[string, MailDelivery][]> {
  const sql = async <Row extends object>(text: string, values?: unknown[]): Promise<Row[]> =>
    (await owner.query<Row>(text, values)).rows;
  const make = createFactories(sql);
  const idOf = async (text: string, ...values: unknown[]) => {
    const [row] = await sql<{ id: string }>(text, values);
    if (!row) throw new Error(`There is no such row: ${text}`);
    return Number(row.id);
  };
  const accountOf = (username: string) =>
    idOf("select id from user_account where username = $1", username);
  const companyOf = (subdomain: string) =>
    idOf("select id from company where subdomain = $1", subdomain);
  const acme = await companyOf("acme");
  // Mail clients do not show the SVG logos of the demo data.
  await sql("update company_logo set content_type = 'image/png' where company_id = $1", [acme]);
  const maya = await accountOf("admin@acme.example");
  const daniel = await accountOf("customer@acme.example");
  const lena = await accountOf("lena.fischer@northwind.example");
  const item = async (title: string, companyId = acme) => ({
    id: await idOf(
      "select id from feedback_item where company_id = $1 and title = $2",
      companyId,
      title,
    ),
    title,
  });
  const newItem = (title: string, description: string) =>
    idOf(
      `insert into feedback_item (company_id, board_id, user_id, title, description, category, status)
       select company_id, id, $2, $3, $4, 'feature', 'new'
       from board where company_id = $1 and not is_private order by id limit 1 returning id`,
      acme,
      lena,
      title,
      description,
    ).then((id) => ({ id }));
  const recurring = await item("Recurring tasks for monthly retainers");
  const copies = await item("Copy a project without its people");

  const changed = (
    { id }: { id: number },
    toStatus: string,
    { note = null, actorId = maya }: { note?: string | null; actorId?: number } = {},
  ): ToldActivity => ({
    feedbackId: id,
    kind: "status_changed",
    data: { fromStatus: "evaluating", toStatus, note },
    actorId,
    reason: "voted",
  });
  const commented = async (
    on: { id: number },
    content: string,
    userId = lena,
  ): Promise<ToldActivity> => {
    const { id: commentId } = await make.comment(on, { content, userId });
    const data = { commentId, commentsCount: 1 };
    return { feedbackId: on.id, kind: "comment_added", data, actorId: userId };
  };
  const submitted = ({ id }: { id: number }): ToldActivity => ({
    feedbackId: id,
    kind: "item_submitted",
    actorId: lena,
    reason: "admin",
  });
  const mail = async (
    userId: number,
    activities: readonly ToldActivity[],
    { companyId = acme, kind = "immediate" }: Partial<MailDelivery> = {},
  ) => {
    await sql(
      `insert into follow (company_id, feedback_id, user_id, level)
       select $1, unnest($2::bigint[]), $3, 'all' on conflict do nothing`,
      [companyId, [...new Set(activities.map(({ feedbackId }) => feedbackId))], userId],
    );
    return addDelivery(sql, { companyId, userId, kind }, activities);
  };
  const digest = [
    await commented(copies, "Same here. Twelve people got eighty mails each."),
    changed(copies, "under_development"),
    await commented(copies, "A first version is on our test system.", maya),
    changed(recurring, "planned", { note: NOTE }),
  ];

  const rtlItem = await newItem("تقرير شهري بصيغة PDF لكل عميل", "نريد إرسال تقرير شهري لكل عميل.");
  const hebrew = await make.user("user", { id: acme });
  await sql("update user_account set full_name = 'דנה לוי' where id = $1", [hebrew.id]);
  const longItem = await newItem(
    `Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft ${"with a title of two hundred characters ".repeat(4)}`
      .slice(0, 200)
      .trim(),
    "A long item",
  );
  const globex = await companyOf("globex");
  const globexItem = await idOf(
    `select f.id from feedback_item f join board b on b.id = f.board_id
     where f.company_id = $1 and f.status = 'complete' and not b.is_private limit 1`,
    globex,
  );
  const globexAdmin = await accountOf("admin@globex.example");
  const noir = await make.company("Studio Noir");
  await sql("update company set branding_settings = $2 where id = $1", [
    noir.id,
    JSON.stringify({ primaryColor: "#0b0b0f", buttonTextColor: "#1f1f2f" }),
  ]);
  const noirItem = await make.item(await make.board(noir), { title: "Prints on matte paper" });

  return [
    ["status-change", await mail(daniel, [changed(recurring, "planned", { note: NOTE })])],
    [
      "comment",
      await mail(daniel, [
        await commented(copies, "We now ask before anybody is told. Please try it again.", maya),
      ]),
    ],
    [
      "several-updates",
      await mail(daniel, [
        await commented(recurring, "Is there any news? We start two new retainers soon."),
        changed(recurring, "planned", { note: NOTE }),
        await commented(recurring, "Great news, happy to test early."),
      ]),
    ],
    ["daily", await mail(daniel, digest, { kind: "daily" })],
    [
      "weekly",
      await mail(daniel, [...digest, await commented(rtlItem, "מצוין", hebrew.id)], {
        kind: "weekly",
      }),
    ],
    [
      "new-feedback",
      await mail(maya, [
        submitted(
          await newItem(
            "Show unbilled hours per project",
            "Before I write an invoice I want to see which hours are not billed yet.\n\nToday I export both lists and compare them by hand.",
          ),
        ),
      ]),
    ],
    [
      "long-texts",
      await mail(daniel, [
        await commented(longItem, LONG_COMMENT),
        changed(longItem, "evaluating", { note: "n ".repeat(500).trim() }),
      ]),
    ],
    [
      "right-to-left",
      await mail(daniel, [
        await commented(rtlItem, "مهم جدا لنا.\nPDF بحجم A4.\nAnd one line in English.", hebrew.id),
        changed(rtlItem, "evaluating", { note: "شكرا! نحن ندرس الفكرة الآن." }),
      ]),
    ],
    [
      "no-logo",
      await mail(
        await accountOf("customer@globex.example"),
        [
          changed({ id: globexItem }, "complete", {
            note: "Available for everyone since today.",
            actorId: globexAdmin,
          }),
        ],
        { companyId: globex },
      ),
    ],
    [
      "dark-accent",
      await mail(daniel, [changed(noirItem, "under_development")], { companyId: noir.id }),
    ],
  ];
}
