import type { Feed, FeedEntry } from "./feed.ts";

/** The formats of the feed, with the media type of each. */
export const FEED_FORMATS = {
  atom: { type: "application/atom+xml", write: writeAtom },
  rss: { type: "application/rss+xml", write: writeRss },
  json: { type: "application/feed+json", write: writeJsonFeed },
} as const satisfies Record<string, { type: string; write: (feed: Feed) => string }>;

export type FeedFormat = keyof typeof FEED_FORMATS;

/** Writes Atom (RFC 4287). */
function writeAtom(feed: Feed): string {
  return document(
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">`,
    element("title", feed.title),
    element("subtitle", feed.description),
    element("id", feed.feedUrl),
    element("updated", feed.updatedAt),
    link({ rel: "self", type: FEED_FORMATS.atom.type, href: feed.feedUrl }),
    link({ rel: "alternate", type: "text/html", href: feed.pageUrl }),
    `<author>${element("name", feed.authorName)}</author>`,
    feed.logoUrl === null ? "" : element("logo", feed.logoUrl),
    ...feed.entries.map(atomEntry),
    "</feed>",
  );
}

function atomEntry(entry: FeedEntry): string {
  return lines(
    "<entry>",
    element("title", entry.title),
    element("id", entry.id),
    link({ rel: "alternate", type: "text/html", href: entry.url }),
    element("published", entry.publishedAt),
    element("updated", entry.updatedAt),
    ...entry.labels.map((label) => `<category term="${escapeXml(label)}"/>`),
    element("summary", entry.summary),
    `<content type="html">${escapeXml(entry.html)}</content>`,
    "</entry>",
  );
}

/** Writes RSS 2.0 with the elements of other namespaces that its best practices profile demands. */
function writeRss(feed: Feed): string {
  return document(
    `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/">`,
    "<channel>",
    element("title", feed.title),
    element("link", feed.pageUrl),
    element("description", feed.description),
    element("language", "en"),
    element("lastBuildDate", new Date(feed.updatedAt).toUTCString()),
    link({ rel: "self", type: FEED_FORMATS.rss.type, href: feed.feedUrl }, "atom:link"),
    ...feed.entries.map(rssItem),
    "</channel>",
    "</rss>",
  );
}

function rssItem(entry: FeedEntry): string {
  return lines(
    "<item>",
    element("title", entry.title),
    element("link", entry.url),
    `<guid isPermaLink="false">${escapeXml(entry.id)}</guid>`,
    element("pubDate", new Date(entry.publishedAt).toUTCString()),
    ...entry.labels.map((label) => element("category", label)),
    element("description", entry.summary),
    element("content:encoded", entry.html),
    "</item>",
  );
}

/** Writes JSON Feed 1.1. */
function writeJsonFeed(feed: Feed): string {
  return JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: feed.title,
    description: feed.description,
    home_page_url: feed.pageUrl,
    feed_url: feed.feedUrl,
    language: "en",
    authors: [{ name: feed.authorName }],
    ...(feed.logoUrl !== null && { icon: feed.logoUrl }),
    items: feed.entries.map((entry) => ({
      id: entry.id,
      url: entry.url,
      title: entry.title,
      summary: entry.summary,
      content_html: entry.html,
      ...(entry.imageUrl !== null && { image: entry.imageUrl }),
      date_published: entry.publishedAt,
      date_modified: entry.updatedAt,
      tags: entry.labels,
    })),
  });
}

const lines = (...parts: readonly string[]) => parts.filter((part) => part !== "").join("\n");

const document = (...parts: readonly string[]) =>
  `${lines('<?xml version="1.0" encoding="UTF-8"?>', ...parts)}\n`;

const element = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`;

function link(attributes: Readonly<Record<string, string>>, name = "link"): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  return `<${name}${written.join("")}/>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** Escapes a text, and removes what XML 1.0 cannot contain, not even escaped. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu, "")
    .replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
