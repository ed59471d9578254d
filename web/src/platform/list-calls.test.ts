import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { listCalls, listIn, listProblem, refetchFromStart } from './list-calls.ts';

const failed = (status: number, retryAfterSeconds?: number) =>
  new ApiError({ status, detail: 'said by the server', retryAfterSeconds });

it.each([[['a']], [{ items: ['a'] }], [{ feed: ['a'] }]])(
  'Q-39: a list is read from each of its shapes: %j',
  (answer) => {
    // As received from a server that sends the other shape.
    expect(listIn(JSON.parse(JSON.stringify(answer)), 'items', 'feed')).toEqual(['a']);
  },
);

describe('list requests', () => {
  it.each([
    ['DI-19', failed(429, 12), 'Rate limit exceeded. Please try again in 12 seconds'],
    ['DI-19', failed(429), 'Rate limit exceeded. Please try again later'],
    ['DI-20', failed(401), 'Unauthorized'],
    ['DI-21', failed(400), 'Invalid request parameters'],
    ['DI-22', failed(500), 'API Error'],
    ['DI-22', failed(404), 'API Error'],
    ['DI-22', new Error('broken'), 'API Error'],
  ])('%s, CV-11: report the cause of a failure', (_id, error, text) => {
    expect(listProblem(error)).toBe(text);
  });

  it('DI-23, CV-12: are retried up to three times, with growing delays of at most 30 s', () => {
    expect([0, 1, 2, 3].map((failures) => listCalls.retry(failures, failed(503)))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect([0, 1, 2, 5, 9].map(listCalls.retryDelay)).toEqual([1000, 2000, 4000, 30_000, 30_000]);
  });

  it('DI-20: are not retried after an expired session, an invalid request or too many requests', () => {
    expect([401, 400, 429].map((status) => listCalls.retry(0, failed(status)))).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('X-45, CO-27, DI-24: share a response for 120 s', () => {
    expect(listCalls.staleTime).toBe(120_000);
  });

  it('X-45: restart at the first page, regardless of loaded pages and freshness', () => {
    const client = new QueryClient();
    client.setQueryData(['list'], { pages: ['one', 'two'], pageParams: ['', 'a'] });
    refetchFromStart(client, ['list']);
    expect(client.getQueryData(['list'])).toEqual({ pages: ['one'], pageParams: [''] });
    expect(client.getQueryState(['list'])?.isInvalidated).toBe(true);
  });
});
