import type { Redis, RedisOptions } from 'ioredis';
import type { RedisShard } from '../redis/index.ts';
import type { RealtimeLogger } from './realtime.types.ts';

/** Limit of unanswered publications, which would only accumulate in memory. */
const MAX_PENDING = 2000;

/** Channels of one command. */
const CHANNELS_AT_ONCE = 1000;

const RESPONSE_TIMEOUT_MS = 4500;
const MAX_RETRY_MS = 1000;

/**
 * Publishes several texts with one command and one response. Its text is short enough to be sent each time. The first channel is passed
 * as a key too, so that a cluster says when its slot has moved.
 */
const PUBLISH_ALL = `for i = 1, #ARGV, 2 do redis.call('SPUBLISH', ARGV[i], ARGV[i + 1]) end`;

type Options = {
  readonly shard: RedisShard;
  /** The endpoint's path; each endpoint has channels of its own. */
  readonly path: string;
  readonly logger: RealtimeLogger;
  readonly onText: (channel: string, text: string) => void;
  /** Called when the connection is open, also each time when it is open again: without subscriptions then. */
  readonly onOpen: () => void;
  readonly onFailure: () => void;
};

/** A text for a channel. */
export type ChannelText = readonly [channel: string, text: string];

/** The connection of one endpoint to the channels of Redis. */
export type ChannelLink = ReturnType<typeof openChannelLink>;

/**
 * Opens the connection. Publications and subscriptions share it (RESP3), so that a node receives what it hears in the order in which Redis
 * accepted it, and knows that it missed something when it was closed.
 */
export function openChannelLink({ shard, path, onText, onOpen, ...options }: Options) {
  const failures = createFailureReport({ path, ...options });
  const prefix = `adda:${path}:${shard.tag}`;
  const client = openClient(shard);
  let pending = 0;
  const isOpen = () => client.status === 'ready';
  client.on('smessage', (channel: string, text: string) => onText(channel.slice(prefix.length), text));
  client.on('ready', onOpen);

  function send(texts: readonly ChannelText[]): Promise<unknown> {
    const [[channel, text] = ['', '']] = texts;
    if (texts.length === 1) return client.spublish(prefix + channel, text);
    return client.call(
      'EVAL',
      PUBLISH_ALL,
      '1',
      prefix + channel,
      ...texts.flatMap(([to, what]) => [prefix + to, what]),
    );
  }

  return {
    isOpen,
    /**
     * Resolves with whether Redis accepted the texts. With `mayWait` false they are dropped while Redis is unavailable or too many wait for
     * its response.
     */
    publish: async (texts: readonly ChannelText[], mayWait: boolean): Promise<boolean> => {
      if (!mayWait && !(isOpen() && pending < MAX_PENDING)) {
        failures.report(new Error('Redis is not connected, or does not answer'));
        return false;
      }
      pending += 1;
      try {
        await send(texts);
        failures.clear();
        return true;
      } catch (error) {
        failures.report(error);
        return false;
      } finally {
        pending -= 1;
      }
    },
    /** Resolves when Redis has confirmed the subscriptions. Does nothing while it is not connected: `onOpen` follows. */
    subscribe: async (channels: readonly string[]): Promise<void> => {
      if (!isOpen()) return;
      try {
        await Promise.all(inParts(channels, prefix).map((part) => client.ssubscribe(...part)));
      } catch (error) {
        failures.report(error);
      }
    },
    unsubscribe: (channels: readonly string[]): void => {
      if (!isOpen()) return;
      for (const part of inParts(channels, prefix)) client.sunsubscribe(...part).catch(failures.report);
    },
    /** Closes the connection if it is open, and opens it again; everything that was pending is sent again. */
    reopen: () => {
      // One that is being opened must not be ended: it would stay closed.
      if (isOpen()) client.disconnect(true);
    },
    end: () => client.disconnect(),
  };
}

/** Returns the full names of the channels, in parts for one command each. */
function inParts(channels: readonly string[], prefix: string): string[][] {
  const parts: string[][] = [];
  for (let at = 0; at < channels.length; at += CHANNELS_AT_ONCE)
    parts.push(channels.slice(at, at + CHANNELS_AT_ONCE).map((channel) => prefix + channel));
  return parts;
}

/**
 * Opens a separate connection whose commands wait while Redis is unavailable, and are sent again in order when it did not answer. A
 * connection that hangs is closed and reopened.
 */
function openClient(shard: RedisShard): Redis {
  const waiting: RedisOptions = {
    lazyConnect: false,
    enableOfflineQueue: true,
    autoResendUnfulfilledCommands: true,
    autoResubscribe: false,
    maxRetriesPerRequest: null,
    commandTimeout: undefined,
    connectTimeout: RESPONSE_TIMEOUT_MS,
    socketTimeout: RESPONSE_TIMEOUT_MS,
    retryStrategy: (attempt: number) => Math.min(attempt * 100, MAX_RETRY_MS),
  };
  const client = shard.open(waiting);
  // The failure report covers an unavailable Redis; ioredis only requires a listener.
  client.on('error', () => undefined);
  return client;
}

/** Logs the first failure of a series and counts them all. */
function createFailureReport({ logger, path, onFailure }: Pick<Options, 'logger' | 'path' | 'onFailure'>) {
  let isFailing = false;
  return {
    report: (error: unknown) => {
      onFailure();
      if (!isFailing) logger.error({ err: error, path }, 'other nodes cannot be reached');
      isFailing = true;
    },
    clear: () => {
      if (isFailing) logger.info({ path }, 'other nodes can be reached again');
      isFailing = false;
    },
  };
}
