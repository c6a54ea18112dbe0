import { parseAtomFeed, parseJsonFeed, parseRssFeed } from "feedsmith";
import { expect, test } from "vitest";
import type { Feed } from "./feed.ts";
import { FEED_FORMATS } from "./writeFeed.ts";

const HOSTILE = `<b>"Tom" & 'Jerry'</b> ]]> \u0000\u0008\uFFFE\uD800 😀 \u05D0`;
const SEEN = `<b>"Tom" & 'Jerry'</b> ]]> \uFFFD 😀 \u05D0`;
const URL_OF_ENTRY = "https://acme.example/changelog/dark-mode";
const FEED: Feed = {
  title: HOSTILE,
  description: "What is new at Acme",
  pageUrl: "https://acme.example/changelog?label=3",
  feedUrl: "https://acme.example/changelog.atom?label=3&x=1",
  authorName: "Acme",
  logoUrl: "https://acme.example/logos/1/x",
  updatedAt: "2026-05-07T10:00:00.000Z",
  entries: [
    {
      id: "tag:acme.example,2026-05-05:changelog/1/7",
      url: URL_OF_ENTRY,
      title: HOSTILE,
      summary: "It is dark.",
      html: `<p>It is <a href="${URL_OF_ENTRY}">dark</a> &amp; quiet.</p>`,
      imageUrl: "https://acme.example/pictures/a/9x9.webp",
      publishedAt: "2026-05-06T09:00:00.000Z",
      updatedAt: "2026-05-07T10:00:00.000Z",
      labels: ["New", "A & B"],
    },
  ],
};

const seen = (text: string | undefined) => text?.replaceAll(/\s+/g, " ").trim();
const shown = SEEN.replaceAll(/\s+/g, " ");

test("a feed parser reads from the Atom feed what RFC 4287 demands of a feed and an entry", () => {
  const feed = parseAtomFeed(FEED_FORMATS.atom.write(FEED));
  expect(feed).toMatchObject({
    id: FEED.feedUrl,
    updated: FEED.updatedAt,
    authors: [{ name: "Acme" }],
    links: [
      { rel: "self", href: FEED.feedUrl, type: "application/atom+xml" },
      { rel: "alternate", href: FEED.pageUrl, type: "text/html" },
    ],
  });
  const entry = feed.entries?.[0];
  expect(entry).toMatchObject({
    id: FEED.entries[0]?.id,
    published: "2026-05-06T09:00:00.000Z",
    updated: "2026-05-07T10:00:00.000Z",
    links: [{ rel: "alternate", href: URL_OF_ENTRY }],
    categories: [{ term: "New" }, { term: "A & B" }],
  });
  const written = FEED_FORMATS.atom.write(FEED);
  expect(written).toContain(
    `<content type="html">&lt;p&gt;It is &lt;a href=&quot;${URL_OF_ENTRY}&quot;&gt;dark&lt;/a&gt; &amp;amp; quiet.&lt;/p&gt;</content>`,
  );
});

test("a feed parser reads from the RSS feed the elements that RSS 2.0 demands, with dates of RFC 822", () => {
  const feed = parseRssFeed(FEED_FORMATS.rss.write(FEED));
  expect([seen(feed.title), feed.link, feed.description]).toEqual([
    shown,
    FEED.pageUrl,
    FEED.description,
  ]);
  expect(feed.atom?.links).toMatchObject([{ rel: "self", href: FEED.feedUrl }]);
  expect(feed.items?.[0]).toMatchObject({
    link: URL_OF_ENTRY,
    guid: { value: FEED.entries[0]?.id, isPermaLink: false },
    pubDate: "Wed, 06 May 2026 09:00:00 GMT",
    categories: [{ name: "New" }, { name: "A & B" }],
    content: { encoded: FEED.entries[0]?.html },
  });
  expect(seen(feed.items?.[0]?.title)).toBe(shown);
});

test("a feed parser reads from the JSON feed what JSON Feed 1.1 demands", () => {
  const text = FEED_FORMATS.json.write(FEED);
  expect(JSON.parse(text)).toMatchObject({
    version: "https://jsonfeed.org/version/1.1",
    feed_url: FEED.feedUrl,
    home_page_url: FEED.pageUrl,
  });
  expect(parseJsonFeed(text).items?.[0]).toMatchObject({
    id: FEED.entries[0]?.id,
    url: URL_OF_ENTRY,
    content_html: FEED.entries[0]?.html,
    date_published: "2026-05-06T09:00:00.000Z",
    tags: ["New", "A & B"],
  });
});

test("a feed without entries is valid in each format", () => {
  const empty = { ...FEED, entries: [], logoUrl: null };
  expect(parseAtomFeed(FEED_FORMATS.atom.write(empty)).id).toBe(FEED.feedUrl);
  expect(parseRssFeed(FEED_FORMATS.rss.write(empty)).link).toBe(FEED.pageUrl);
  expect(parseJsonFeed(FEED_FORMATS.json.write(empty)).title).toBeDefined();
});
