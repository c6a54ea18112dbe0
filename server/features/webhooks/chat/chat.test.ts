import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { WEBHOOK_EVENTS } from "#contract/webhookEvents.ts";
import type { WebhookEvent } from "#contract/webhookEvents.ts";
import type { WebhookKind } from "#contract/webhooks.ts";
import { exampleEvent } from "#contract/webhooks.examples.ts";
import { slackMessage } from "#server/checks/fixtures/slackMessage.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import type { WebhookReceiver } from "#server/checks/fixtures/webhookReceiver.ts";
import { startWebhookReceiver } from "#server/checks/fixtures/webhookReceiver.ts";
import { deliverWebhooks, webhookScene } from "#server/checks/fixtures/webhookScene.ts";
import { bodyOf } from "./bodyOf.ts";

type Chat = Exclude<WebhookKind, "webhook">;

const upTo = (length: number) => z.string().min(1).max(length);

/** Execute Webhook (docs.discord.com/developers/resources/webhook) with the limits of embeds. */
const discord = z.strictObject({
  allowed_mentions: z.strictObject({ parse: z.array(z.never()) }),
  embeds: z
    .array(
      z
        .strictObject({
          author: z.strictObject({ name: upTo(256) }),
          title: upTo(256),
          color: z.int().min(0).max(0xff_ff_ff),
          url: z.url().optional(),
          description: upTo(4_096).optional(),
          fields: z
            .array(z.strictObject({ name: upTo(256), value: upTo(1_024), inline: z.boolean() }))
            .max(25),
        })
        .refine((embed) => JSON.stringify(embed).length < 6_000),
    )
    .min(1)
    .max(10),
});

const textBlock = z.strictObject({
  type: z.literal("TextBlock"),
  text: z.string().min(1),
  wrap: z.boolean(),
  isSubtle: z.boolean().optional(),
  size: z.enum(["Small", "Default", "Medium", "Large", "ExtraLarge"]).optional(),
  weight: z.enum(["Lighter", "Default", "Bolder"]).optional(),
  spacing: z.enum(["None", "Small", "Default", "Medium"]).optional(),
});

/** An Adaptive Card in a message, as the workflow of Teams takes it, with at most 28 kB. */
const teams = z
  .strictObject({
    type: z.literal("message"),
    attachments: z
      .array(
        z.strictObject({
          contentType: z.literal("application/vnd.microsoft.card.adaptive"),
          contentUrl: z.null(),
          content: z.strictObject({
            $schema: z.url(),
            type: z.literal("AdaptiveCard"),
            version: z.literal("1.4"),
            body: z
              .array(
                z.discriminatedUnion("type", [
                  textBlock,
                  z.strictObject({
                    type: z.literal("FactSet"),
                    facts: z
                      .array(z.strictObject({ title: z.string().min(1), value: z.string() }))
                      .min(1),
                  }),
                ]),
              )
              .min(1),
            actions: z
              .array(
                z.strictObject({
                  type: z.literal("Action.OpenUrl"),
                  title: z.string().min(1),
                  url: z.url(),
                }),
              )
              .optional(),
          }),
        }),
      )
      .length(1),
  })
  .refine((message) => Buffer.byteLength(JSON.stringify(message)) < 28 * 1024);

/** Message attachments (developers.mattermost.com/integrate/reference/message-attachments). */
const mattermost = z.strictObject({
  attachments: z
    .array(
      z.strictObject({
        fallback: z.string().min(1),
        color: z.string().regex(/^#[0-9a-f]{6}$/),
        author_name: z.string(),
        title: z.string().min(1),
        title_link: z.url().optional(),
        text: z.string().max(16_383).optional(),
        fields: z.array(
          z.strictObject({ title: z.string(), value: z.string(), short: z.boolean() }),
        ),
      }),
    )
    .min(1),
});

/** A message with cards (developers.google.com/workspace/chat/api/reference/rest), up to 32 kB. */
const googleChat = z
  .strictObject({
    fallbackText: z.string().min(1),
    cardsV2: z
      .array(
        z.strictObject({
          cardId: z.string().min(1),
          card: z.strictObject({
            header: z.strictObject({ title: z.string().min(1), subtitle: z.string() }),
            sections: z
              .array(
                z.strictObject({
                  widgets: z
                    .array(
                      z.union([
                        z.strictObject({
                          textParagraph: z.strictObject({ text: z.string().min(1) }),
                        }),
                        z.strictObject({
                          decoratedText: z.strictObject({
                            topLabel: z.string(),
                            text: z.string().min(1),
                            wrapText: z.boolean(),
                          }),
                        }),
                        z.strictObject({
                          buttonList: z.strictObject({
                            buttons: z
                              .array(
                                z.strictObject({
                                  text: z.string().min(1),
                                  onClick: z.strictObject({
                                    openLink: z.strictObject({ url: z.url() }),
                                  }),
                                }),
                              )
                              .min(1),
                          }),
                        }),
                      ]),
                    )
                    .min(1),
                }),
              )
              .optional(),
          }),
        }),
      )
      .min(1),
  })
  .refine((message) => Buffer.byteLength(JSON.stringify(message)) < 32_000);

/** What each chat accepts, and how it then answers. */
const CHATS: Readonly<Record<Chat, { schema: z.ZodType; accepted: number }>> = {
  slack: { schema: slackMessage, accepted: 200 },
  discord: { schema: discord, accepted: 204 },
  teams: { schema: teams, accepted: 202 },
  mattermost: { schema: mattermost, accepted: 200 },
  google_chat: { schema: googleChat, accepted: 200 },
};
const KINDS = Object.keys(CHATS) as Chat[];

let portal: TestPortal;
let receiver: WebhookReceiver;
beforeAll(async () => {
  portal = await startTestPortal({ HEARBACK_DEV: "1" });
  receiver = await startWebhookReceiver();
  receiver.answer = (response, { path, body, headers }) => {
    const { schema, accepted } = CHATS[path.slice(1) as Chat];
    const isJson = headers["content-type"]?.startsWith("application/json");
    const isValid = isJson && schema.safeParse(JSON.parse(body)).success;
    response.writeHead(isValid ? accepted : 400).end(isValid ? "ok" : "invalid_payload");
  };
});
afterAll(() => receiver.close());

/** A title that tries to mention everybody, to disguise a link and to format itself. */
const HOSTILE =
  "@channel @here @everyone <!channel> <@U024BE7LH> <users/all> <at>all</at> [a](https://evil.example) **b** `c` & <b>d</b>";

test("each chat gets a message in its form, from the address of the endpoint to its log", async () => {
  const { admin, voter, board } = await webhookScene(portal);
  for (const kind of KINDS)
    await admin.post("/api/webhooks", {
      kind,
      name: kind,
      url: `${receiver.url}/${kind}`,
      events: ["feedback.created"],
    });
  await voter.post("/api/feedback", {
    title: HOSTILE,
    description: "🙂 [x](https://evil.example) ".repeat(300),
    boardId: board.id,
  });
  const { body: endpoints } = await admin.get("/api/webhooks");
  for (const { id } of endpoints) await admin.post(`/api/webhooks/${String(id)}/test`);
  expect(await deliverWebhooks(portal)).toEqual({ delivered: 10, refused: 0, unanswered: 0 });
  for (const { headers } of receiver.received)
    expect(headers).not.toHaveProperty("webhook-signature");
});

describe.each(KINDS)("%s", (kind) => {
  test.each(WEBHOOK_EVENTS)("accepts the message of %s", (type) => {
    const body = JSON.parse(bodyOf(kind, exampleEvent(type) as WebhookEvent));
    expect(CHATS[kind].schema.safeParse(body).error).toBeUndefined();
  });
});

describe("a hostile title", () => {
  const event = exampleEvent("vote.created") as WebhookEvent<"vote.created">;
  const data = { feedback: { ...event.data.feedback, title: HOSTILE } };
  const sent = (kind: Chat) => JSON.parse(bodyOf(kind, { ...event, data }));

  test("mentions nobody in Slack: `<` is escaped, and other texts are plain", () => {
    const { text, blocks } = sent("slack");
    expect(text).not.toMatch(/<|>/);
    expect(JSON.stringify(blocks)).not.toContain("mrkdwn");
  });

  test("mentions nobody in Discord, and is not formatted", () => {
    const { allowed_mentions: mentions, embeds } = sent("discord");
    expect(mentions).toEqual({ parse: [] });
    expect(embeds[0].title).toContain(String.raw`\[a\]\(https://evil.example\) \*\*b\*\*`);
  });

  test("mentions nobody in Mattermost, and is not formatted", () => {
    const body = JSON.stringify(sent("mattermost"));
    expect(body).not.toMatch(/@(?:channel|here|everyone)/);
    expect(body).not.toMatch(/[^\\]<!?/);
  });

  test("is not formatted in Teams, whose cards mention only by entities", () => {
    const [{ content }] = sent("teams").attachments;
    expect(content).not.toHaveProperty("msteams");
    expect(content.body[1].text).toContain(String.raw`\[a\]\(https://evil.example\)`);
  });

  test("mentions nobody in Google Chat", () => {
    const message = sent("google_chat");
    expect(message).not.toHaveProperty("text");
    expect(message.fallbackText).not.toContain("<users/all>");
  });
});
