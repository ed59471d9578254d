import { expect, it } from 'vitest';
import { linkSearchOf, targetOf } from './link-target.ts';

/** Where a visitor of an address goes once there is a session. */
const goesTo = (href: string, search = {}) => targetOf(linkSearchOf({ href, search }));

it.each([
  ['/v1/group/a1b2?m=7', '/v1/group/a1b2?m=7'],
  ['/v1/chat/riya', '/v1/chat/riya'],
  ['/profile/riya', '/profile/riya'],
  ['/post/a1b2', '/post/a1b2'],
  ['/profile/riya?view=plans', '/profile/riya'],
  ['/v1/group/a1b2?category=films&m=7&fbclid=x', '/v1/group/a1b2?m=7'],
  ['/join/Zm9v-_1', '/join/Zm9v-_1'],
  ['/share', '/share'],
  ['/login', '/v1'],
  ['/v1', '/v1'],
])('HM-05, PN-01: from %s to %s', (href, target) => {
  expect(goesTo(href)).toBe(target);
});

it('HM-05, GR-02: the pages on the way keep it', () => {
  expect(goesTo('/login?to=%2Fpost%2Fa1', { to: '/post/a1' })).toBe('/post/a1');
  expect(goesTo('/register?join=Zm9v', { join: 'Zm9v' })).toBe('/join/Zm9v');
});

it.each([
  'https://evil.example',
  '//evil.example/post/1',
  '/\\evil.example',
  'javascript:alert(1)',
  '/admin',
  '/share/x',
  '/post/1/../../admin',
  '/profile/a#?m=1',
])('HM-05: %s is never followed', (to) => {
  expect(goesTo('/login', { to })).toBe('/v1');
});
