import type { PrivateHistoryPage, PrivateMessage } from '@adda/contract/direct';
import { act, waitFor } from '@testing-library/react';
import { onTestFinished } from 'vitest';
import { showPage } from '../../rooms/room-page.fixture.tsx';
import type { RecordedRequest, TestResponse } from '../../../test/answering-server.ts';
import { privateMessageOf } from '../../../test/people-page.tsx';
import { PrivateChatScreen, PrivateChatView } from '../private-chat-screen.tsx';
import { opened, type FakeSocket } from './fake-socket.fixture.ts';

const START = Date.parse('2026-11-21T10:00:00.000Z');

/** A private message as the server sends it, by default from riya to asha; each a second after the previous one. */
export const privateMessageAt = (sequence: number, given: Partial<PrivateMessage> = {}): PrivateMessage =>
  privateMessageOf(given.sender ?? 'riya', given.sender === 'asha' ? 'riya' : 'asha', {
    _id: `p-${sequence}`,
    sequence,
    content: `message ${sequence}`,
    timestamp: new Date(START + sequence * 1000).toISOString(),
    is_read: true,
    clientMessageId: `client-${sequence}`,
    ...given,
  });

/** A page of private history; by default the newest one. */
export const privatePageOf = (
  messages: PrivateMessage[],
  given: Partial<PrivateHistoryPage> = {},
): PrivateHistoryPage => ({
  messages,
  has_more: false,
  last_sequence: messages.at(-1)?.sequence ?? 0,
  revision: 0,
  cleared_to: 0,
  deleted_sequences: [],
  changed_messages: [],
  reload: false,
  hidden_sequences: [],
  plain_links: false,
  is_request: false,
  texts_left: null,
  ...given,
});

/** The fake server's data of the two users; `answer` is called first. */
export type PrivateStage = {
  as?: string;
  /** The other user of the chat, if not riya. */
  recipient?: string;
  page?: PrivateHistoryPage;
  exists?: boolean;
  block?: { is_blocked: boolean; blocked_by_me: boolean };
  status?: { is_online: boolean; last_active: string | null };
  answer?: (request: RecordedRequest) => TestResponse | undefined;
};

function answerOf(stage: PrivateStage, request: RecordedRequest): TestResponse {
  const response = stage.answer?.(request);
  if (response) return response;
  const { path } = request;
  if (path.includes('/exists')) return { body: { exists: stage.exists ?? true } };
  if (path.includes('/blocks/check')) {
    return { body: stage.block ?? { is_blocked: false, blocked_by_me: false } };
  }
  if (path.includes('/status')) return { body: stage.status ?? { is_online: true, last_active: null } };
  if (path.startsWith('/chat/messages')) return { body: stage.page ?? privatePageOf([]) };
  if (path.includes('/delete_messages')) return { body: { message: 'ok', deleted_count: 1 } };
  if (path.startsWith('/users/')) return { body: { message: 'ok' } };
  return { status: 404, body: { detail: 'Not here', code: 'not_found' } };
}

/** Renders the chat of asha, by default with riya, with a fake server and a fake socket. */
export async function showPrivateChat(stage: PrivateStage = {}) {
  const current = { ...stage };
  opened.length = 0;
  const { as = 'asha', recipient } = stage;
  const view = () =>
    recipient === undefined ? <PrivateChatScreen /> : <PrivateChatView username={recipient} account={as} />;
  const page = await showPage(view, {
    at: '/v1/chat/$username',
    as,
    answer: (request) => answerOf(current, request),
  });
  onTestFinished(() => page.unmount());
  return {
    ...page,
    change: (next: Partial<PrivateStage>) => void Object.assign(current, next),
    /** The socket of the chat, once it is opened. */
    async socket(): Promise<FakeSocket> {
      await waitFor(() => {
        if (opened.length === 0) throw new Error('no socket yet');
      });
      const last = opened.at(-1);
      if (!last) throw new Error('no socket');
      await waitFor(() => {
        if (last.socket.tries() === 0) throw new Error('not connecting yet');
      });
      return last.socket;
    },
  };
}

/** The same, connected. */
export async function showConnectedChat(stage: PrivateStage = {}) {
  const page = await showPrivateChat(stage);
  const socket = await page.socket();
  act(() => socket.accept());
  return {
    ...page,
    socket,
    /** Delivers a server event. */
    hear: (event: string, payload: unknown) => act(() => socket.say(event, payload)),
  };
}
