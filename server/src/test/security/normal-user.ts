import { setTimeout as delay } from 'node:timers/promises';
import type { ErrorCode } from '@adda/contract';
import { groupSocket } from '@adda/contract/rooms';
import { io } from 'socket.io-client';
import { callRaw } from './raw-call.ts';
import type { Findings } from './security.types.ts';

/** Below SV-103's 300 calls a minute, as a user with some open screens. */
const ASK_EVERY_MS = 250;
const SAY_EVERY_MS = 1500;
const sendingTooFast: ErrorCode = 'sending_too_fast';

/** Simulates a user who reads their account four times a second and sends a message to a room now and then. */
export function simulateUser(
  url: string,
  person: { username: string; token: string },
  groupId: string,
  found: Findings,
) {
  const times: number[] = [];
  const over = new AbortController();
  const query = { self: person.username, token: person.token, group_id: groupId };
  const socket = io(url, { path: groupSocket.path, query, transports: ['websocket'], forceNew: true });
  socket.on('error', (error: { code: string }) => {
    // The minimum interval between messages is measured on arrival, so a delayed message on a busy machine can bring
    // the next one too close. That rule applies to all users and is not an effect of the flood.
    if (error.code === sendingTooFast) messages.said -= 1;
    else found.add('a normal person was refused', JSON.stringify(error));
  });
  socket.on('connect_error', ({ message }) => found.add('a normal person could not connect', message));
  socket.on(
    'disconnect',
    (reason) => over.signal.aborted || found.add('a normal person was cut off', reason),
  );
  const headers = { 'x-api-key': 'adda-web', authorization: `Bearer ${person.token}` };
  const messages = { said: 0, confirmed: 0 };
  socket.on('message_confirmation', () => (messages.confirmed += 1));
  const loop = async (everyMs: number, work: () => Promise<void> | void) => {
    while (!over.signal.aborted) {
      await work();
      await delay(everyMs);
    }
  };
  const looking = loop(ASK_EVERY_MS, async () => {
    const { status, text, ms } = await callRaw(url, { method: 'GET', target: '/users/me', headers });
    times.push(ms);
    if (status !== 200) found.add('a normal call was refused', `${status} ${text.slice(0, 100)}`);
  });
  const saying = loop(SAY_EVERY_MS, () => {
    // The web app also waits for the confirmation of its last message.
    if (!socket.connected || messages.confirmed < messages.said) return;
    messages.said += 1;
    const { said } = messages;
    socket.emit('group_message', {
      group_id: groupId,
      content: `hello ${said}`,
      clientMessageId: String(said),
    });
  });
  return {
    /** Returns and clears the measured times in milliseconds. */
    take: () => times.splice(0),
    async end() {
      over.abort();
      await Promise.all([looking, saying]);
      const lacking = () => messages.said - messages.confirmed;
      for (let tries = 0; lacking() > 0 && tries < 100; tries += 1) await delay(50);
      if (lacking() > 0) found.add('a normal message was not confirmed', `${lacking()} of ${messages.said}`);
      socket.disconnect();
    },
  };
}
