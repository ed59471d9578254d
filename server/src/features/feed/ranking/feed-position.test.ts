import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readPosition, writePosition } from './feed-pages.service.ts';

const moment = fc.integer({ min: 0, max: 253_402_300_799_999 });
const positions = fc.record({
  asOf: moment.map((ms) => new Date(ms)),
  count: fc.integer({ min: 0, max: 100_000_000 }),
  after: fc.option(
    fc.record({
      rank: moment,
      mediaId: fc.string({ unit: fc.constantFrom('0', '7', 'a', 'f'), minLength: 24, maxLength: 24 }),
    }),
    { nil: undefined },
  ),
});

it('parses its own output, in characters that a URL allows', () => {
  fc.assert(
    fc.property(positions, (position) => {
      const text = writePosition(position);
      expect(encodeURIComponent(text)).toBe(text);
      expect(readPosition(text)).toEqual(position);
    }),
  );
});

it('refuses any other text', () => {
  const id = '0'.repeat(24);
  const texts = ['', '1', '1.a', '2.a.b', '1.a.b.c', `1.a.b.c.${id}.`, `1.a.b..${id}`, `1.A.b.c.${id}`];
  const beyond = ['1.zzzzzzzzzz.1', '1.1.zzzzzzzzzz', `1.a.b.c.${'g'.repeat(24)}`, '1.-1.1', '1.1.5.1'];
  for (const text of [...texts, ...beyond]) expect([text, readPosition(text)]).toEqual([text, undefined]);
  expect(readPosition('1.a.b')).toBeDefined();
});
