import { expect, it } from 'vitest';
import { refuseContent } from './send.service.ts';

it.each([
  ['hello', undefined],
  ['x'.repeat(2000), undefined],
  ['x'.repeat(2001), 'message_too_long'],
  ['', 'message_empty'],
  [' \n\t ', 'message_empty'],
  ['\u200b\u2060 \u0007', 'message_empty'],
  ['👩‍💻', undefined],
])('GC-56, Q-31: content %j: %s', (content, expected) => {
  expect(refuseContent(content)).toBe(expected);
});
