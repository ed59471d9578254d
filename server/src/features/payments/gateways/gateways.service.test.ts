import { expect, it } from 'vitest';
import { readConfig } from '../../../config.ts';
import { KEYS } from '../providers.fixture.ts';
import {
  checkoutSourcesOf,
  chooseGateways,
  isSandboxOn,
  sandboxReach,
  sandboxKeys,
} from './gateways.service.ts';

const pick = (start: string) =>
  Object.fromEntries(Object.entries(KEYS).filter(([name]) => name.startsWith(start)));
const [RAZORPAY, PAYPAL] = [pick('RAZORPAY'), pick('PAYPAL')];
const PRODUCTION = { NODE_ENV: 'production', PUBLIC_URL: 'https://adda.example' };
const OTHER = 'https://stand-in.example';
const OWN = 'http://127.0.0.1:3000/sandbox/razorpay';

const settings: [string, Record<string, string>, { sandbox: boolean; ways: string[] }][] = [
  ['nothing configured', {}, { sandbox: true, ways: ['razorpay on the sandbox', 'paypal on the sandbox'] }],
  ['nothing, on a public address', { PUBLIC_URL: 'https://adda.example' }, { sandbox: false, ways: [] }],
  ['nothing, open to the network', { HOST: '0.0.0.0' }, { sandbox: false, ways: [] }],
  [
    'nothing, on a public address with test payments enabled',
    { PUBLIC_URL: 'https://adda.example', SANDBOX: 'on' },
    { sandbox: true, ways: ['razorpay on the sandbox', 'paypal on the sandbox'] },
  ],
  ['test payments disabled', { SANDBOX: 'off' }, { sandbox: false, ways: [] }],
  ['test payments enabled in production', { ...PRODUCTION, SANDBOX: 'on' }, { sandbox: false, ways: [] }],
  ['nothing, in production', PRODUCTION, { sandbox: false, ways: [] }],
  ['Razorpay at its own address', RAZORPAY, { sandbox: false, ways: ['razorpay'] }],
  ['PayPal at its own address', PAYPAL, { sandbox: false, ways: ['paypal'] }],
  ['both at their own', { ...RAZORPAY, ...PAYPAL }, { sandbox: false, ways: ['razorpay', 'paypal'] }],
  ['both, in production', { ...PRODUCTION, ...KEYS }, { sandbox: false, ways: ['razorpay', 'paypal'] }],
  [
    'Razorpay at another address',
    { ...RAZORPAY, RAZORPAY_BASE_URL: OTHER },
    { sandbox: true, ways: ['razorpay', 'paypal on the sandbox'] },
  ],
  [
    'Razorpay at another address, PayPal at its own',
    { ...RAZORPAY, ...PAYPAL, RAZORPAY_BASE_URL: OTHER },
    { sandbox: false, ways: ['razorpay', 'paypal'] },
  ],
  [
    'Razorpay at the sandbox',
    { ...RAZORPAY, RAZORPAY_BASE_URL: OWN },
    { sandbox: true, ways: ['razorpay on the sandbox', 'paypal on the sandbox'] },
  ],
  [
    'Razorpay at the sandbox, in production',
    { ...PRODUCTION, ...RAZORPAY, RAZORPAY_BASE_URL: OWN },
    { sandbox: false, ways: ['razorpay'] },
  ],
  [
    'another address without keys',
    { RAZORPAY_BASE_URL: OTHER },
    { sandbox: true, ways: ['razorpay on the sandbox', 'paypal on the sandbox'] },
  ],
];

it.each(settings)('SV-82: %s', (_what, env, { sandbox, ways }) => {
  const config = readConfig(env);
  const keys = sandboxKeys(config, 'a secret of a test');
  const gateways = chooseGateways({ config, keys, localUrl: () => 'http://127.0.0.1:1' });
  expect(isSandboxOn(config)).toBe(sandbox);
  expect(gateways.map(({ name, isSandbox }) => `${name}${isSandbox ? ' on the sandbox' : ''}`)).toEqual(ways);
});

it.each([
  [{}, 'local'],
  [{ SANDBOX: 'off' }, 'off'],
  [{ PUBLIC_URL: 'http://adda.example' }, 'off'],
  [{ PUBLIC_URL: 'http://adda.example', SANDBOX: 'on' }, 'public'],
  [{ ...PRODUCTION, SANDBOX: 'on' }, 'off'],
])('SV-82: %j reaches %s', (env, reach) => {
  expect(sandboxReach(readConfig(env))).toBe(reach);
});

it('SV-82: the sandbox’s keys are derived from the server’s secret, or the configured ones', () => {
  const own = sandboxKeys(readConfig({}), 'one');
  expect(sandboxKeys(readConfig({}), 'one')).toEqual(own);
  expect(sandboxKeys(readConfig({}), 'two').ownSecret).not.toBe(own.ownSecret);
  expect(new Set(Object.values({ ...own.razorpay, ...own.paypal, own: own.ownSecret })).size).toBe(7);
  expect(sandboxKeys(readConfig(RAZORPAY), 'one')).toEqual({
    ...own,
    razorpay: {
      keyId: KEYS.RAZORPAY_KEY_ID,
      keySecret: KEYS.RAZORPAY_KEY_SECRET,
      webhookSecret: KEYS.RAZORPAY_WEBHOOK_SECRET,
    },
  });
});

it('lists the checkout sources of a provider only if it is used', () => {
  const none = { scripts: [], styles: [], frames: [], connections: [], images: [], hasPopups: false };
  expect(checkoutSourcesOf(readConfig({}))).toEqual(none);
  expect(checkoutSourcesOf(readConfig({ ...RAZORPAY, RAZORPAY_BASE_URL: OWN }))).toEqual(none);
  const { scripts } = checkoutSourcesOf(readConfig(RAZORPAY));
  expect(scripts).toEqual(['https://checkout.razorpay.com', 'https://cdn.razorpay.com']);
  const both = checkoutSourcesOf(readConfig(KEYS));
  expect(both.scripts).toContain('https://*.paypal.com');
  expect(both.scripts.join(' ')).not.toContain('unsafe');
  expect(both.styles.filter((source) => source === "'unsafe-inline'")).toHaveLength(1);
});
