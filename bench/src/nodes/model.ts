import type {
  Assumptions,
  ChannelCosts,
  Costs,
  Figures,
  Form,
  Limits,
  Placement,
  PresenceCosts,
  RatedCost,
  StreamCosts,
} from './nodes.types.ts';

/** Entries per second at which `calm` costs are measured; each is handled alone. */
export const CALM_PER_SECOND = 1000;
/** Core seconds of a microsecond. */
const MICRO = 1e-6;
/** Endpoints of a node, each with its own stream and heartbeats. */
const ENDPOINTS = 2;
const MAX_NODES = 10_000;

/**
 * One kind of publication of a message. `entries` are what it writes to the stream, `channels` what it publishes
 * instead to channels, `ownChannels` those of them to which the sender's node listens for the sender's own connections.
 * `listeners` are connections of other users, or of the sender elsewhere, per channel.
 */
type Kind = {
  readonly rate: number;
  readonly entries: number;
  readonly channels: number;
  readonly ownChannels: number;
  readonly listeners: number;
};

/**
 * Returns the expected number of other nodes with at least one of some connections that are placed at random;
 * fractions of a connection stand for averages.
 */
export function otherNodes(nodes: number, connections: number): number {
  return (nodes - 1) * (1 - (1 - 1 / nodes) ** connections);
}

/** Returns the cost of one entry at a rate: the fixed part of a wake-up is shared by those that arrive together. */
export function costAt({ calm, full }: RatedCost, perSecond: number): number {
  return full + (calm - full) * Math.min(1, CALM_PER_SECOND / perSecond);
}

/** Returns what is published for the messages of one node in a second. */
function kindsOf(given: Assumptions, placement: Placement): readonly Kind[] {
  const messages = given.usersPerNode * given.messageRate;
  const inRooms = messages * (1 - given.privateShare);
  const inPrivate = messages * given.privateShare;
  const others = given.membersOnline - 1;
  const away = placement === 'hashed' ? others * (1 - given.hashedShare) : others;
  return [
    // The message and its hints, on the channel of the room.
    { rate: inRooms * (1 + given.roomHints), entries: 1, channels: 1, ownChannels: 1, listeners: away },
    // The change of the lists of rooms, on the channel of each member. Main screens are on random nodes.
    { rate: inRooms, entries: 1, channels: given.membersOnline, ownChannels: 1, listeners: 1 },
    // The message, on the channels of both users: two connections of the peer, the main screen of the sender.
    { rate: inPrivate, entries: 1, channels: 2, ownChannels: 1, listeners: 1.5 },
    { rate: inPrivate * given.privateHints, entries: 1, channels: 1, ownChannels: 0, listeners: 1 },
    { rate: inPrivate, entries: 1, channels: 2, ownChannels: 1, listeners: 1 },
  ];
}

const sumOf = (kinds: readonly Kind[], figure: (kind: Kind) => number): number =>
  kinds.reduce((sum, kind) => sum + kind.rate * figure(kind), 0);

type Traffic = Pick<Figures, 'nodeCores' | 'redisCores' | 'redisBytes' | 'redisMemory'>;

const NO_TRAFFIC: Traffic = { nodeCores: 0, redisCores: 0, redisBytes: 0, redisMemory: 0 };

/** Every node writes to one stream and reads all of it. */
function streamTraffic(nodes: number, given: Assumptions, placement: Placement, costs: StreamCosts): Traffic {
  const kinds = kindsOf(given, placement);
  const own = sumOf(kinds, ({ entries }) => entries) + ENDPOINTS / given.heartbeatSeconds;
  const all = own * nodes;
  // As many nodes hear an entry of this node as this node hears entries of others.
  const heard = sumOf(kinds, ({ channels, listeners }) => otherNodes(nodes, channels * listeners));
  const read = costAt(costs.read, all);
  const hearing = Math.max(0, costAt(costs.hear, all) - read);
  return {
    nodeCores: MICRO * (own * costAt(costs.write, own) + (all - own) * read + heard * hearing),
    redisCores: MICRO * all * (costAt(costs.redisWrite, all) + nodes * costAt(costs.redisRead, all)),
    redisBytes: all * nodes * given.entryBytes,
    redisMemory: 0,
  };
}

/** A channel for each conversation and user, to which a node listens while it has a connection there. */
function channelTraffic(
  nodes: number,
  given: Assumptions,
  placement: Placement,
  costs: ChannelCosts,
): Traffic {
  const kinds = kindsOf(given, placement);
  const beats = ENDPOINTS / given.heartbeatSeconds;
  const published = sumOf(kinds, ({ channels }) => channels) + beats;
  const heard =
    sumOf(kinds, ({ channels, listeners }) => channels * otherNodes(nodes, listeners)) + beats * (nodes - 1);
  // The sender's node listens to the channels of the sender, and by chance to those of others.
  const echoed =
    sumOf(kinds, ({ channels, ownChannels }) => ownChannels + (channels - ownChannels) / nodes) + beats;
  const subscribed = (given.usersPerNode * (1 + given.roomsPerVisit)) / given.visitSeconds;
  const hearing = costAt(costs.hear, heard);
  const nodeMicros =
    published * costAt(costs.write, published) +
    echoed * costAt(costs.echo, published) +
    heard * hearing +
    subscribed * costs.subscribe;
  const redisMicros =
    published * costAt(costs.redisWrite, published * nodes) +
    (heard + echoed) * costAt(costs.redisRead, published * nodes) +
    subscribed * costs.redisSubscribe;
  return {
    nodeCores: MICRO * nodeMicros,
    redisCores: MICRO * nodes * redisMicros,
    redisBytes: nodes * (heard + echoed) * given.entryBytes,
    redisMemory: nodes * given.usersPerNode * (1 + given.openAtOnce) * costs.bytesPerSubscription,
  };
}

/** Rows of a visit: the user's row is inserted and deleted, and the last activity is written at both ends. */
const WRITES_PER_VISIT = 4;

function presenceLoad(nodes: number, form: Form, given: Assumptions, costs: PresenceCosts) {
  const users = nodes * given.usersPerNode;
  const visits = users / given.visitSeconds;
  const renewals = form === 'stream' ? users / given.renewalSeconds : 0;
  const activity = form === 'stream' ? users / given.activitySeconds : 0;
  const leases = form === 'channels' ? nodes / given.leaseSeconds : 0;
  return {
    databaseWrites: renewals + activity + leases + visits * WRITES_PER_VISIT,
    databaseCores:
      MICRO *
      (renewals * costs.renewal + activity * costs.activity + leases * costs.lease + visits * costs.visit),
  };
}

/** A cluster to calculate: how nodes are connected, and where the connections of a room are. */
export type Cluster = { readonly form: Form; readonly placement: Placement };

/** Calculates the load of a cluster. One node has no traffic: it needs no Redis. */
export function figuresOf(
  nodes: number,
  { form, placement }: Cluster,
  given: Assumptions,
  costs: Costs,
): Figures {
  const traffic =
    nodes === 1
      ? NO_TRAFFIC
      : form === 'stream'
        ? streamTraffic(nodes, given, placement, costs.stream)
        : channelTraffic(nodes, given, placement, costs.channels);
  return { nodes, ...traffic, ...presenceLoad(nodes, form, given, costs.presence) };
}

/** Returns with how many nodes one Redis thread, the thread of each node and the cores for presence are full. */
export function limitsOf(cluster: Cluster, given: Assumptions, costs: Costs): Limits {
  const firstFull = (isFull: (figures: Figures) => boolean): number | undefined => {
    const isFullWith = (nodes: number) => isFull(figuresOf(nodes, cluster, given, costs));
    if (!isFullWith(MAX_NODES)) return undefined;
    // All loads grow with the number of nodes.
    let [below, above] = [0, MAX_NODES];
    while (above - below > 1) {
      const middle = Math.floor((below + above) / 2);
      if (isFullWith(middle)) above = middle;
      else below = middle;
    }
    return above;
  };
  return {
    redis: firstFull(({ redisCores }) => redisCores >= 1),
    node: firstFull(({ nodeCores }) => nodeCores >= 1),
    database: firstFull(({ databaseCores }) => databaseCores >= given.databaseCores),
  };
}
