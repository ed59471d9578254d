import { expect, it } from 'vitest';
import { createKeyedSemaphore } from './keyed-semaphore.ts';
import { SemaphoreFullError } from './semaphore.ts';

/** Work that ends when the test says so. */
function openWork() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    started.push(name);
    return new Promise<void>((resolve) => ends.set(name, resolve));
  };
  return { started, work, end: (name: string) => ends.get(name)?.() };
}

it('limits the work of each key and lets other keys pass', async () => {
  const { started, work, end } = openWork();
  const enter = createKeyedSemaphore({ atOnce: 1, waiting: 1 });
  const first = enter('a', work('a1'));
  const second = enter('a', work('a2'));
  await expect(enter('a', work('a3'))).rejects.toThrow(SemaphoreFullError);
  const other = enter('b', work('b1'));
  expect(started).toEqual(['a1', 'b1']);
  end('a1');
  await first;
  expect(started).toEqual(['a1', 'b1', 'a2']);
  end('a2');
  end('b1');
  await Promise.all([second, other]);
});

it('serves a key again after its work has ended or failed', async () => {
  const enter = createKeyedSemaphore({ atOnce: 1, waiting: 0 });
  await expect(enter('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await enter('a', async () => 'yes')).toBe('yes');
});
