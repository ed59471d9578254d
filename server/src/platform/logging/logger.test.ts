import { expect, it } from 'vitest';
import { createLogger } from './logger.ts';

/** Returns the lines that a logger writes. */
function linesOf(log: (logger: ReturnType<typeof createLogger>) => void): string[] {
  const chunks: string[] = [];
  log(createLogger('info', { write: (chunk) => void chunks.push(chunk) }));
  return chunks.join('').split('\n').slice(0, -1);
}

it('ID-08: an entry is one line of JSON, whatever its texts contain', () => {
  const hostile = 'ann\n{"level":50,"msg":"forged"}\r\n\u001B[31m\u2028\0"%s %j';
  const lines = linesOf((logger) => {
    logger.warn({ name: hostile }, hostile);
    logger.error({ err: new Error(hostile) }, 'failed');
  });
  expect(lines).toHaveLength(2);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 40, name: hostile, msg: hostile });
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({ level: 50, err: { message: hostile } });
  for (const line of lines) expect(line).not.toMatch(/\p{Cc}/u);
});

it('ID-08: an entry has its time in UTC, and its process', () => {
  const before = Date.now();
  const entry: { time: number; pid: number } = JSON.parse(linesOf((logger) => logger.info('said'))[0] ?? '');
  expect(entry.pid).toBe(process.pid);
  // Milliseconds since 1970 UTC, in which no time zone plays a part.
  expect(entry.time).toBeGreaterThanOrEqual(before);
  expect(entry.time).toBeLessThanOrEqual(Date.now());
});

it('R-18: secrets are masked, also inside of objects', () => {
  const [line = ''] = linesOf((logger) =>
    logger.info({
      token: 'planted',
      body: { password: 'planted', new_password: 'planted', token: 'planted' },
      req: { headers: { authorization: 'planted', cookie: 'planted' } },
      err: Object.assign(new Error('refused'), { detail: 'planted', response: 'planted' }),
    }),
  );
  expect(line).toContain('***');
  expect(line).not.toContain('planted');
});
