import { describe, expect, it } from 'vitest';
import type { OutboxMessage } from '../../messages/index.ts';
import { findUnsent } from './private-session.ts';

const now = 1_000_000;
const entry = (id: string, given: Partial<OutboxMessage> = {}): OutboxMessage => ({
  kind: 'message',
  clientMessageId: id,
  content: 'tea?',
  queuedAt: now - 500,
  sentAt: now - 500,
  tries: 1,
  state: 'sending',
  ...given,
});
const idOf = (...given: Parameters<typeof findUnsent>) => findUnsent(...given)?.clientMessageId;

describe('matching an unsent message', () => {
  it('PC-26, Q-41: only by its id if the response has one', () => {
    const entries = [entry('a'), entry('b', { state: 'failed', sentAt: 0 })];
    expect(idOf(entries, { clientMessageId: 'b', content: 'tea?' }, now)).toBe('b');
    expect(idOf(entries, { clientMessageId: 'c', content: 'tea?' }, now)).toBeUndefined();
  });

  it('Q-41, CO-34: by the same content within a second after it was sent', () => {
    const entries = [entry('a', { content: 'milk?' }), entry('b')];
    const cameBack = { clientMessageId: null, content: 'tea?' };
    expect(idOf(entries, cameBack, now)).toBe('b');
    expect(idOf(entries, cameBack, now + 500)).toBe('b');
    expect(idOf(entries, cameBack, now + 501)).toBeUndefined();
    expect(idOf([entry('a', { state: 'queued' })], cameBack, now)).toBeUndefined();
  });

  it('Q-41: by the time that this client sent', () => {
    const sentTime = new Date(now - 500).toISOString();
    expect(idOf([entry('a')], { clientMessageId: null, client_timestamp: sentTime }, now)).toBe('a');
    expect(idOf([entry('a')], { clientMessageId: null, client_timestamp: null }, now)).toBeUndefined();
  });
});
