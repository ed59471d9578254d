/** A node of the measurement in its own process, so that its CPU is measured by itself. It answers `NodeRequest`s. */
import { Redis } from 'ioredis';
import { setTimeout as delay } from 'node:timers/promises';
import type { RoomCommand } from '../../../server/src/platform/realtime/room-commands.ts';
import { encodeEvent } from '../../../server/src/platform/realtime/packet-frames.ts';
import { assumptions } from './assumptions.ts';
import { openChannels, openStream, type NodeLink } from './node-links.ts';
import type { NodePlan, NodeRequest, Usage } from './node-protocol.types.ts';

/** Publications and subscriptions that wait for Redis at the same time. */
const IN_FLIGHT = 64;

/** Returns a message in a room, as large as an entry on average. */
function createCommand(): RoomCommand {
  const message = {
    _id: '0123456789abcdef01234567',
    sequence: 123_456,
    group_id: '0123456789abcdef',
    sender: 'user1234',
    timestamp: '2026-11-28T12:00:00.000Z',
  };
  const commandWith = (content: string): RoomCommand => ({
    kind: 'flush',
    rooms: [['group:0123456789abcdef', [encodeEvent('group_message', { ...message, content })]]],
  });
  const bare = JSON.stringify(commandWith('')).length;
  return commandWith('x'.repeat(Math.max(0, assumptions.entryBytes - bare)));
}

/** Runs tasks with numbers until `isOver`, some at a time. Returns their number. */
async function runMany(isOver: (number: number) => boolean, task: (number: number) => Promise<unknown>) {
  let number = 0;
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async () => {
      while (!isOver(number)) {
        number += 1;
        await task(number);
      }
    }),
  );
  return number;
}

/** Starts tasks evenly over some seconds. Returns their number. */
async function runEvenly(seconds: number, perSecond: number, task: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  const total = Math.round(seconds * perSecond);
  const running: Promise<unknown>[] = [];
  while (running.length < total) {
    const due = Math.min(total, ((performance.now() - startedAt) / 1000) * perSecond);
    while (running.length < due) running.push(task());
    await delay(1);
  }
  await Promise.all(running);
  return total;
}

function createNode(link: NodeLink, takeReceived: () => number) {
  const command = createCommand();
  /** The program numbers its commands over its whole life. */
  let published = 0;
  let lastReport = process.cpuUsage();

  const publish = () => {
    published += 1;
    return link.publish(command, published);
  };

  async function perform(request: NodeRequest): Promise<number> {
    switch (request.kind) {
      case 'publish': {
        const { seconds, perSecond } = request;
        if (perSecond !== undefined) return runEvenly(seconds, perSecond, publish);
        const end = performance.now() + seconds * 1000;
        return runMany(() => performance.now() > end, publish);
      }
      case 'subscribe':
      case 'unsubscribe': {
        const { kind, channels } = request;
        await runMany(
          (number) => number >= channels,
          (number) => link[kind](`adda:{measured:${number}}`),
        );
        return channels;
      }
      case 'report':
        return takeReceived();
      default:
        return request satisfies never;
    }
  }

  return {
    answer: async (request: NodeRequest): Promise<Usage> => {
      const before = request.kind === 'report' ? lastReport : process.cpuUsage();
      const count = await perform(request);
      const { user, system } = process.cpuUsage(before);
      if (request.kind === 'report') lastReport = process.cpuUsage();
      return { count, micros: user + system };
    },
  };
}

async function start({ form, redisUrl, name, hears }: NodePlan): Promise<void> {
  let received = 0;
  const redis = new Redis(redisUrl, { enableOfflineQueue: false });
  redis.on('error', (error) => console.error(error));
  const open = form === 'stream' ? openStream : openChannels;
  const link = open({ redis, name, hears, onApplied: () => (received += 1) });
  await link.ready;
  const node = createNode(link, () => {
    const count = received;
    received = 0;
    return count;
  });
  process.on('message', (request: NodeRequest) => {
    void node.answer(request).then((usage) => process.send?.(usage));
  });
  process.send?.({ count: 0, micros: 0 } satisfies Usage);
}

process.once('message', (plan: NodePlan) => void start(plan));
process.once('disconnect', () => process.exit());
