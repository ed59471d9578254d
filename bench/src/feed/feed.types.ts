/** A kind of viewer by relation to the senders. */
export type ViewerKind = {
  readonly what: string;
  /** Number of followed senders, and of senders blocked in either direction, half each. */
  readonly follows: number;
  readonly blocks: number;
};

/** A server with this many posts, and a token for each kind of viewer. */
export type FeedServer = {
  readonly posts: number;
  readonly port: number;
  readonly tokens: readonly string[];
  readonly dispose: () => Promise<void>;
};

/** The fields of an item that the measurement reads. */
export type FeedItem = { readonly media_id: string; readonly position: string };
