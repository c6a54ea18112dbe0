import { sql } from "#server/platform/db/sql.ts";
import type { CommentVisibility } from "#contract/comments.ts";
import type { FeedbackStatus } from "#contract/feedback.ts";
import { statement } from "#server/platform/db/statement.ts";
import { insertInbox } from "#server/features/companies/companies.queries.ts";

const daysAgo = (days: number) => sql`now() - make_interval(secs => ${days}::float8 * 86400)`;

export const openRegistration = statement<Record<never, never>, never>(
  "open_registration",
  () => sql`update site_settings set allow_public_registration = true`,
);

export const insertDemoCompany = statement<
  {
    name: string;
    subdomain: string;
    description: string;
    website: string;
    brandingSettings: string;
    ageDays: number;
  },
  { id: number }
>(
  "insert_demo_company",
  (p) => sql`
    with created as (
      insert into company (name, subdomain, description, website, branding_settings,
        subscription_status, subscription_plan, created_at)
      values (${p.name}, ${p.subdomain}, ${p.description}, ${p.website}, ${p.brandingSettings},
        'active', 'professional', ${daysAgo(p.ageDays)})
      returning id
    ), inbox as (${insertInbox(sql`created`)})
    select id from created
  `,
);

export const insertDemoLogo = statement<{ companyId: number; content: Buffer }, never>(
  "insert_demo_logo",
  (p) => sql`
    insert into company_logo (company_id, content_type, content)
    values (${p.companyId}, 'image/png', ${p.content})
  `,
);

export const insertDemoBoard = statement<
  {
    companyId: number;
    name: string;
    slug: string;
    description: string;
    isPrivate: boolean;
    orderIndex: number;
  },
  { id: number }
>(
  "insert_demo_board",
  (p) => sql`
    insert into board (company_id, name, slug, description, is_private, order_index)
    values (${p.companyId}, ${p.name}, ${p.slug}, ${p.description}, ${p.isPrivate}, ${p.orderIndex})
    returning id
  `,
);

export const insertDemoCategory = statement<{ companyId: number; name: string }, { id: number }>(
  "insert_demo_category",
  (p) => sql`
    insert into board_category (company_id, name) values (${p.companyId}, ${p.name}) returning id
  `,
);

export const insertDemoItem = statement<
  {
    companyId: number;
    boardId: number;
    boardCategoryId: number | null;
    userId: number;
    title: string;
    description: string;
    descriptionMarkdown: string | null;
    category: string;
    status: FeedbackStatus;
    ageDays: number;
    isPending: boolean;
    votes: number;
    commentsCount: number;
    hiddenCommentsCount: number;
    assigneeId: number | null;
    /** Whether the team has commented publicly on the item or has changed the item's status. */
    isAnswered: boolean;
  },
  { id: number }
>(
  "insert_demo_item",
  (p) => sql`
    insert into feedback_item (company_id, board_id, board_category_id, user_id, title, description, description_markdown, category, status,
      votes, comments_count, hidden_comments_count, assignee_id, is_answered, created_at, is_pending, state)
    values (${p.companyId}, ${p.boardId}, ${p.boardCategoryId}, ${p.userId}, ${p.title}, ${p.description}, ${p.descriptionMarkdown}, ${p.category},
      ${p.status}, ${p.votes}, ${p.commentsCount}, ${p.hiddenCommentsCount},
      ${p.assigneeId}, ${p.isAnswered}, ${daysAgo(p.ageDays)},
      ${p.isPending}, case when ${p.isPending} then 'pending' else 'open' end)
    returning id
  `,
);

/**
 * Inserts one vote per voter, distributed over the item's lifetime, and sets the item's trend. Every twentieth vote was
 * recorded by the admin `recordedById`.
 */
export const insertDemoVotes = statement<
  {
    companyId: number;
    feedbackId: number;
    voterIds: number[];
    recordedById: number;
    ageDays: number;
  },
  never
>(
  "insert_demo_votes",
  (p) => sql`
    with voted as (
    insert into user_vote
      (company_id, feedback_id, user_id, recorded_by_id, is_recorded, is_following, created_at)
    select ${p.companyId}, ${p.feedbackId}, voter.id,
      case when vote.is_recorded then ${p.recordedById}::bigint end, vote.is_recorded,
      not vote.is_recorded,
      now() - make_interval(secs => ${p.ageDays}::float8 * 86400 * (1 - voter.place::float8 / (cardinality(${p.voterIds}::bigint[]) + 1)))
    from unnest(${p.voterIds}::bigint[]) with ordinality voter (id, place)
    cross join lateral (select voter.place % 20 = 0 as is_recorded) vote
    returning created_at
    )
    update feedback_item
    set trend = (select sum_of_trends(trend_of_vote(created_at)) from voted)
    where company_id = ${p.companyId} and id = ${p.feedbackId}
  `,
);

export const insertDemoComment = statement<
  {
    companyId: number;
    feedbackId: number;
    userId: number;
    content: string;
    contentMarkdown: string | null;
    visibility: CommentVisibility;
    answersId: number | null;
    daysAgo: number;
  },
  { id: number }
>(
  "insert_demo_comment",
  (p) => sql`
    insert into comment (company_id, feedback_id, user_id, content, content_markdown, visibility,
      answers_id, created_at)
    values (${p.companyId}, ${p.feedbackId}, ${p.userId}, ${p.content}, ${p.contentMarkdown},
      ${p.visibility}, ${p.answersId}, ${daysAgo(p.daysAgo)})
    returning id
  `,
);

/** Inserts a reaction of each account to a comment. */
export const insertDemoReactions = statement<
  { companyId: number; commentId: number; userIds: readonly number[]; emoji: string },
  never
>(
  "insert_demo_reactions",
  (p) => sql`
    insert into comment_reaction (company_id, comment_id, user_id, emoji, created_at)
    select c.company_id, c.id, reacting.id, ${p.emoji}, c.created_at + (now() - c.created_at) / 2
    from comment c cross join unnest(${p.userIds}::bigint[]) reacting (id)
    where c.company_id = ${p.companyId} and c.id = ${p.commentId}
  `,
);

export const insertDemoStatusChange = statement<
  {
    companyId: number;
    feedbackId: number;
    userId: number;
    fromStatus: FeedbackStatus;
    toStatus: FeedbackStatus;
    note: string | null;
    noteMarkdown: string | null;
    daysAgo: number;
  },
  never
>(
  "insert_demo_status_change",
  (p) => sql`
    insert into status_change
      (company_id, feedback_id, user_id, from_status, to_status, note, note_markdown, created_at)
    values (${p.companyId}, ${p.feedbackId}, ${p.userId}, ${p.fromStatus}, ${p.toStatus},
      ${p.note}, ${p.noteMarkdown}, ${daysAgo(p.daysAgo)})
  `,
);

/** Inserts accounts that only vote. The hash is of a random password, so nobody can log in. */
export const insertDemoVoters = statement<
  { companyId: number; usernames: string[]; fullNames: string[]; passwordHash: string },
  { id: number }
>(
  "insert_demo_voters",
  (p) => sql`
    insert into user_account (username, full_name, role, home_company_id, password_hash)
    select voter.username, voter.full_name, 'user', ${p.companyId}, ${p.passwordHash}
    from unnest(${p.usernames}::text[], ${p.fullNames}::text[]) voter (username, full_name)
    returning id
  `,
);

/** Makes two of three customers members of organisations. */
export const insertDemoOrganisations = statement<{ companyId: number; names: string[] }, never>(
  "insert_demo_organisations",
  (p) => sql`
    with org as (
      insert into organisation (company_id, external_key, name, plan, monthly_spend)
      select ${p.companyId}, 'customer-' || given.place, given.name,
        (array['Starter', 'Team', 'Business'])[given.place % 3 + 1],
        (array[49, 190, 890])[given.place % 3 + 1]
      from unnest(${p.names}::text[]) with ordinality given (name, place)
      returning id
    ), placed as (
      select id, row_number() over (order by id) - 1 as place from org
    )
    insert into organisation_member (company_id, user_id, organisation_id)
    select ${p.companyId}, u.id, placed.id
    from user_account u join placed on placed.place = u.id % cardinality(${p.names}::text[])
    where u.home_company_id = ${p.companyId} and u.role = 'user' and u.id % 3 > 0
  `,
);

/**
 * Sets the creation times of accounts between the company's creation and now, and their last visits
 * between their creation and now.
 */
export const ageDemoAccounts = statement<{ companyId: number; ageDays: number }, never>(
  "age_demo_accounts",
  (p) => sql`
    update user_account set
      created_at = now() - make_interval(secs => ${p.ageDays}::float8 * 86400 * place.late),
      last_seen_at = now() - make_interval(
        secs => ${p.ageDays}::float8 * 86400 * place.late * (place.id * 37 % 100) / 200
      )
    from (
      select id, 1 - row_number() over (order by id)::float8 / (count(*) over () + 1) as late
      from user_account where home_company_id = ${p.companyId}
    ) place
    where user_account.id = place.id
  `,
);

/** Inserts a changelog entry with those of the company's labels and items that have these names. */
export const insertDemoEntry = statement<
  {
    companyId: number;
    title: string;
    slug: string;
    body: string;
    bodyMarkdown: string | null;
    version: string | null;
    coverUrl: string | null;
    coverAlt: string | null;
    labels: readonly string[];
    items: readonly string[];
    editorId: number;
    /** Null for a draft. */
    publishedDaysAgo: number | null;
  },
  { id: number }
>(
  "insert_demo_entry",
  (p) => sql`
    with entry as (
      insert into changelog_entry (company_id, title, slug, body, body_markdown, version,
        cover_url, cover_alt, state, publish_at, told_at,
        published_by_id, edited_by_id, created_at, updated_at, search_text)
      select ${p.companyId}::bigint, ${p.title}, ${p.slug}, ${p.body}, ${p.bodyMarkdown}, ${p.version},
        ${p.coverUrl}, ${p.coverAlt},
        case when published.at is null then 'draft' else 'published' end, published.at,
        published.at, case when published.at is not null then ${p.editorId}::bigint end,
        ${p.editorId}::bigint, coalesce(published.at, now()) - interval '2 days',
        coalesce(published.at, now()) - interval '1 hour',
        fold_text(${p.title} || chr(31) || coalesce(${p.version}, '') || chr(31) || ${p.body})
      from (select now() - make_interval(secs => ${p.publishedDaysAgo}::float8 * 86400) as at) published
      returning id
    ), labelled as (
      insert into changelog_entry_label (company_id, entry_id, label_id)
      select ${p.companyId}::bigint, entry.id, l.id
      from entry join changelog_label l on l.company_id = ${p.companyId}
        and l.name = any (${p.labels}::text[])
    ), linked as (
      insert into changelog_entry_item (company_id, feedback_id, entry_id, position)
      select ${p.companyId}::bigint, f.id, entry.id, given.position - 1
      from entry
      cross join unnest(${p.items}::text[]) with ordinality as given (title, position)
      join feedback_item f on f.company_id = ${p.companyId} and f.title = given.title
    )
    select id from entry
  `,
);

/** Subscribes addresses, and every third account of a list, to a company's changelog. */
export const insertDemoSubscribers = statement<
  { companyId: number; addresses: string[]; daysAgo: number[]; userIds: number[] },
  never
>(
  "insert_demo_subscribers",
  (p) => sql`
    insert into changelog_subscriber (company_id, user_id, address, state, token, created_at)
    select ${p.companyId}::bigint, null::bigint, given.address, 'subscribed', gen_random_uuid(),
      now() - make_interval(days => given.days)
    from unnest(${p.addresses}::text[], ${p.daysAgo}::integer[]) given (address, days)
    union all
    select ${p.companyId}::bigint, u.id, null, 'subscribed', null, u.created_at
    from unnest(${p.userIds}::bigint[]) with ordinality given (id, place)
    join user_account u on u.id = given.id
    where place % 3 = 0
  `,
);

/** Adds an endpoint and a chat that are off, so that the demo sends nothing. */
export const insertDemoWebhooks = statement<{ companyId: number; origin: string }, never>(
  "insert_demo_webhooks",
  (p) => sql`
    insert into webhook_endpoint (company_id, kind, name, url, events, state, off_reason, origin)
    values
      (${p.companyId}, 'webhook', 'Data warehouse', 'https://hooks.example.com/hearback',
        '{feedback.created,feedback.status_changed,vote.created}', 'off', 'admin', ${p.origin}),
      (${p.companyId}, 'slack', 'Product team', 'https://hooks.slack.com/services/…',
        '{feedback.created,comment.created}', 'off', 'admin', ${p.origin})
  `,
);

/** Connects the provider that the demo runs itself. */
export const insertDemoProvider = statement<
  { companyId: number; name: string; issuer: string; clientId: string; clientSecret: Buffer },
  never
>(
  "insert_demo_provider",
  (p) => sql`
    insert into sign_on_provider (company_id, name, issuer, client_id, client_secret, is_on,
      name_claim, admin_claim, admin_value, signs_out, offers_sign_out)
    values (${p.companyId}, ${p.name}, ${p.issuer}, ${p.clientId}, ${p.clientSecret}, true, 'name',
      'groups', 'feedback-admins', true, true)
  `,
);
