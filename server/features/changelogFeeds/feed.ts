/** The content of a feed, from which each format is written. All texts are plain, except `html`. */
export interface Feed {
  readonly title: string;
  readonly description: string;
  /** The changelog's page. All addresses are absolute. */
  readonly pageUrl: string;
  /** The feed itself. */
  readonly feedUrl: string;
  readonly authorName: string;
  readonly logoUrl: string | null;
  /** When an entry was last published or changed, in ISO 8601. */
  readonly updatedAt: string;
  readonly entries: readonly FeedEntry[];
}

export interface FeedEntry {
  /** Stays the same when the entry or its address is changed. */
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly summary: string;
  readonly html: string;
  /** The address of the cover. */
  readonly imageUrl: string | null;
  readonly publishedAt: string;
  readonly updatedAt: string;
  readonly labels: readonly string[];
}
