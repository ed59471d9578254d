/** How somebody who asks stands to the senders. */
export type ViewerKind = {
  readonly what: string;
  /** Senders whom they follow, and senders with whom they are blocked: half by each side. */
  readonly follows: number;
  readonly blocks: number;
};

/** A server with so many posts on it, and a token for each kind of viewer. */
export type FeedHouse = {
  readonly posts: number;
  readonly port: number;
  readonly tokens: readonly string[];
  readonly dispose: () => Promise<void>;
};

/** As much of an item as the measurement looks at. */
export type FeedItem = { readonly media_id: string; readonly position: string };
