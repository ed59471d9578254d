import { READ_REPORT_INTERVAL_MS } from '@adda/contract/inbox';
import { beforeEach, expect, it, vi } from 'vitest';
import { createReadReport } from './report-read.ts';

const sent: number[] = [];
let status = 200;

beforeEach(() => {
  sent.length = 0;
  status = 200;
  vi.useFakeTimers();
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_url, init) => {
    if (typeof init?.body === 'string') sent.push(JSON.parse(init.body).up_to);
    return Response.json({ unread_count: 0, mention_count: 0, up_to: 0 }, { status });
  });
  return () => void vi.useRealTimers();
});

it('HM-02: the first position is reported at once, then the newest of each interval', async () => {
  const report = createReadReport('a room');
  for (const sequence of [3, 4, 5]) report(sequence);
  expect(sent).toEqual([3]);
  await vi.advanceTimersByTimeAsync(READ_REPORT_INTERVAL_MS);
  expect(sent).toEqual([3, 5]);
  report(5);
  await vi.advanceTimersByTimeAsync(3 * READ_REPORT_INTERVAL_MS);
  report(4);
  expect(sent).toEqual([3, 5]);
});

it('HM-02: a refused report is not repeated by itself, but with the next look at the room', async () => {
  const report = createReadReport('a room');
  status = 403;
  report(3);
  await vi.advanceTimersByTimeAsync(5 * READ_REPORT_INTERVAL_MS);
  expect(sent).toEqual([3]);
  report(3);
  expect(sent).toEqual([3, 3]);
});
