/**
 * CPU microseconds of one entry or publication: `calm` when it is handled alone, at `CALM_PER_SECOND`, and `full` when
 * many are handled together, at the highest rate.
 */
export type RatedCost = { readonly calm: number; readonly full: number };

/** Costs of traffic between nodes through one stream that every node reads. */
export type StreamCosts = {
  /** A node writes an entry and reads it back. */
  readonly write: RatedCost;
  /** A node reads and parses an entry of another node that none of its connections hears. */
  readonly read: RatedCost;
  /** The same with a connection that hears it: the frame is built, but not written to the socket. */
  readonly hear: RatedCost;
  /** Redis accepts an entry. */
  readonly redisWrite: RatedCost;
  /** Redis passes an entry to one node. */
  readonly redisRead: RatedCost;
};

/** Costs of traffic between nodes through sharded publish/subscribe. */
export type ChannelCosts = {
  /** A node publishes without listening to the channel. */
  readonly write: RatedCost;
  /** A node gets its own publication back, because it listens to the channel. */
  readonly echo: RatedCost;
  /** A node gets the publication of another node. */
  readonly hear: RatedCost;
  /** Redis accepts a publication without listeners. */
  readonly redisWrite: RatedCost;
  /** Redis passes a publication to one node. */
  readonly redisRead: RatedCost;
  /** A node subscribes to a channel and leaves it again. */
  readonly subscribe: number;
  /** Redis' part of that. */
  readonly redisSubscribe: number;
  /** Memory of Redis for a channel with one listener. */
  readonly bytesPerSubscription: number;
};

/** CPU microseconds of PostgreSQL. */
export type PresenceCosts = {
  /** The renewal of one user's row, in a statement for all users of a node. */
  readonly renewal: number;
  /** The update of one user's last activity, once a minute. */
  readonly activity: number;
  /** A row is written and deleted again, with the last activity, in statements for a few users. */
  readonly visit: number;
  /** The renewal of a node's only row. */
  readonly lease: number;
};

/** All measured costs. */
export type Costs = {
  readonly stream: StreamCosts;
  readonly channels: ChannelCosts;
  readonly presence: PresenceCosts;
};

/** What users do, and how they are spread over nodes. */
export type Assumptions = {
  readonly usersPerNode: number;
  /** Messages of a user per second. */
  readonly messageRate: number;
  /** Share of messages in private chats; the others are in rooms. */
  readonly privateShare: number;
  /** Members of a room who are connected, the sender included. */
  readonly membersOnline: number;
  /** Share of a room's connections that the proxy's hash brings to the same node. */
  readonly hashedShare: number;
  /** Hints of each message that are not stored: typing, and receipts of private messages. */
  readonly roomHints: number;
  readonly privateHints: number;
  /** Bytes of an entry or a publication. */
  readonly entryBytes: number;
  /** Duration of a visit. A user arrives and leaves once in it. */
  readonly visitSeconds: number;
  /** Rooms that a user opens during a visit, and conversations that are open at one moment. */
  readonly roomsPerVisit: number;
  readonly openAtOnce: number;
  /** Interval of a node's heartbeats, on each of the two endpoints. */
  readonly heartbeatSeconds: number;
  /** Interval of the renewals of a user's row, of the updates of the last activity, and of a node's lease. */
  readonly renewalSeconds: number;
  readonly activitySeconds: number;
  readonly leaseSeconds: number;
  /** Cores of PostgreSQL that presence may use. */
  readonly databaseCores: number;
};

/** `stream`: one stream that every node reads, a row per user. `channels`: sharded publish/subscribe, a lease per node. */
export type Form = 'stream' | 'channels';

/** `hashed`: the proxy keeps the connections of a room on one node. `spread`: they are on random nodes. */
export type Placement = 'hashed' | 'spread';

/** The load of a cluster with traffic between nodes and presence in one form. */
export type Figures = {
  readonly nodes: number;
  /** Cores of each node for traffic between nodes. */
  readonly nodeCores: number;
  /** Cores of Redis, of all its processes together. */
  readonly redisCores: number;
  /** Bytes that leave Redis per second. */
  readonly redisBytes: number;
  /** Memory of Redis for subscriptions. */
  readonly redisMemory: number;
  /** Rows that presence writes per second. */
  readonly databaseWrites: number;
  /** Cores of PostgreSQL for presence. */
  readonly databaseCores: number;
};

/** The smallest number of nodes with which a resource is full; undefined if it is not full with 10,000 nodes. */
export type Limits = Readonly<Record<'redis' | 'node' | 'database', number | undefined>>;
