import { SESSION_SECONDS } from '@adda/contract/accounts';
import { expect, it } from 'vitest';
import { createViewerCookie } from '../viewer.service.ts';

const cookie = createViewerCookie('a secret of the tests, long enough');
const viewer = { userId: 7, sessionId: '0199-session' };

/** Simulates a browser that stores cookies, and records those it received. */
function browser() {
  const kept = new Map<string, string>();
  const given: (readonly [name: string, seconds: number])[] = [];
  return {
    kept,
    given,
    get: (name: string) => kept.get(name),
    set(name: string, value: string, seconds: number) {
      given.push([name, seconds]);
      kept.set(name, value);
    },
  };
}

it('R-15: a browser is identified by its session, and gets the cookie once', () => {
  const cookies = browser();
  expect(cookie.read(cookies)).toBeUndefined();
  cookie.remember(cookies, viewer);
  cookie.remember(cookies, viewer);
  expect(cookies.given).toEqual([['adda_viewer', SESSION_SECONDS]]);
  expect(cookie.read(cookies)).toEqual(viewer);
  expect(cookies.get('adda_viewer')).toMatch(/^[\w-]+$/);
});

it('R-15: after another login the new user is identified instead', () => {
  const cookies = browser();
  cookie.remember(cookies, viewer);
  const next = { userId: 8, sessionId: 'another' };
  cookie.remember(cookies, next);
  expect(cookies.given).toHaveLength(2);
  expect(cookie.read(cookies)).toEqual(next);
});

it('R-15: a forged cookie identifies no user', () => {
  const cookies = browser();
  cookie.remember(cookies, viewer);
  const [, , proof = ''] = Buffer.from(cookies.get('adda_viewer') ?? '', 'base64url')
    .toString()
    .split('.');
  const made = (text: string) => Buffer.from(text).toString('base64url');
  const foreign = browser();
  createViewerCookie('another secret of the tests, too').remember(foreign, viewer);
  for (const value of [
    '',
    'x',
    made(`8.${viewer.sessionId}.${proof}`),
    made(`7.another.${proof}`),
    made(`7.${viewer.sessionId}.`),
    made(`7.${viewer.sessionId}`),
    made(`07.${viewer.sessionId}.${proof}`),
    `${cookies.get('adda_viewer')}=`,
    'A'.repeat(5000),
    foreign.get('adda_viewer') ?? '',
  ]) {
    const stolen = browser();
    stolen.kept.set('adda_viewer', value);
    expect(cookie.read(stolen), value).toBeUndefined();
  }
});

it('ID-08: a cookie of a former secret identifies its user, and is replaced with the next links', () => {
  const [former, current] = ['a secret of the tests, long enough', 'another secret of the tests, too'];
  const cookies = browser();
  cookie.remember(cookies, viewer);
  const exchanged = createViewerCookie({ current, accepted: [former], opening: [former] });
  expect(exchanged.read(cookies)).toEqual(viewer);
  expect(createViewerCookie({ current, accepted: [], opening: [former] }).read(cookies)).toBeUndefined();
  exchanged.remember(cookies, viewer);
  expect(createViewerCookie(current).read(cookies)).toEqual(viewer);
});
