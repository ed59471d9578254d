import { expect, it } from 'vitest';
import { maskToken } from './mask-token.ts';

it.each([
  ['/group-socket.io/?EIO=4&token=abc.def&self=ann', '/group-socket.io/?EIO=4&token=***&self=ann'],
  ['https://adda.example/x?token=a&TOKEN=b#token=c', 'https://adda.example/x?token=***&TOKEN=***#token=c'],
  ['/media/images/a?for=b&signature=c', '/media/images/a?for=b&signature=***'],
  ['/x?t%6Fken=abc', '/x?t%6Fken=***'],
  ['/x?%zz=1&token=%zz', '/x?%zz=1&token=***'],
  ['/x?mytoken=1&page=2', '/x?mytoken=1&page=2'],
  ['/token=abc', '/token=abc'],
])('R-18: the token of %s is not logged', (url, masked) => {
  expect(maskToken(url)).toBe(masked);
});
