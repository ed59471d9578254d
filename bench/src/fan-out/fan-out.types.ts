/** How clients and a server talk: the reference acknowledges by Socket.IO ack, ours by `message_confirmation`. */
export type Protocol = 'ack' | 'confirmation_event';

/** One run: who is there and how they send. */
export type LoadPlan = {
  readonly port: number;
  readonly protocol: Protocol;
  readonly rooms: number;
  readonly membersPerRoom: number;
  readonly sendersPerRoom: number;
  /** Full load: messages that each sender keeps under way. Calm: messages a second in all. */
  readonly mode:
    | { readonly kind: 'full'; readonly underWay: number }
    | { readonly kind: 'calm'; readonly perSecond: number };
  readonly warmUpSeconds: number;
  readonly seconds: number;
  /** Query of a member's handshake, besides what the protocol needs. */
  readonly query?: Readonly<Record<string, string>>;
};

/** What one run counted, in its measured window. Latencies are milliseconds until the last member has a message. */
export type LoadResult = {
  readonly seconds: number;
  readonly confirmed: number;
  readonly deliveries: number;
  readonly errors: number;
  readonly latency: { readonly p50: number; readonly p95: number; readonly p99: number };
};

/** Messages between the processes of a benchmark. */
export type ServerReport =
  | { readonly kind: 'listening'; readonly port: number }
  | {
      readonly kind: 'cpu';
      /** CPU used so far. */ readonly seconds: number;
      /** Clock, in seconds. */ readonly at: number;
    };
export type LoadReport =
  | { readonly kind: 'window_opened' }
  | { readonly kind: 'window_closed'; readonly result: LoadResult };
