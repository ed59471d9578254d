import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createVapidKeys, type VapidKeys } from './platform/secrets/vapid-keys.ts';
import { ConfigError, readConfig, settings, warningsOf } from './config.ts';

const pairOf = ({ publicKey, privateKey }: VapidKeys) => ({
  VAPID_PUBLIC_KEY: publicKey,
  VAPID_PRIVATE_KEY: privateKey,
});

describe('settings', () => {
  it('all have defaults', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      API_KEY: 'adda-web',
      MAX_GROUP_MEMBERS: 200,
      EDIT_WINDOW_HOURS: 24,
    });
    expect(config.publicUrl).toBe('http://localhost:3000');
  });

  it.each([
    [{ PORT: 'abc' }, 'PORT'],
    [{ PORT: '70000' }, 'PORT'],
    [{ PUBLIC_URL: 'not an address' }, 'PUBLIC_URL'],
    [{ ROLE: 'worker' }, 'ROLE'],
    [{ RATE_LIMITS: 'maybe' }, 'RATE_LIMITS'],
    [{ JWT_SECRET: 'short' }, 'JWT_SECRET'],
    [{ JWT_SECRET_PREVIOUS: `${'a'.repeat(32)},short` }, 'JWT_SECRET_PREVIOUS'],
    [
      { JWT_SECRET: 'a'.repeat(32), JWT_SECRET_PREVIOUS: `${'b'.repeat(32)}, ${'a'.repeat(32)}` },
      'JWT_SECRET_PREVIOUS',
    ],
    [{ JWT_SECRET_PREVIOUS_FOR: 'links' }, 'JWT_SECRET_PREVIOUS_FOR'],
    [{ MAX_GROUP_MEMBERS: '1' }, 'MAX_GROUP_MEMBERS'],
    [{ EDIT_WINDOW_HOURS: '0' }, 'EDIT_WINDOW_HOURS'],
    [{ EDIT_WINDOW_HOURS: '721' }, 'EDIT_WINDOW_HOURS'],
    [{ DATABASE_URL: 'postgres://localhost/adda' }, 'JWT_SECRET'],
    [{ DATABASE_URL: 'postgres://localhost/adda', JWT_SECRET: 'a'.repeat(32) }, 'VAPID_PUBLIC_KEY'],
    [{ VAPID_PUBLIC_KEY: createVapidKeys().publicKey }, 'VAPID_PRIVATE_KEY'],
    [{ VAPID_PUBLIC_KEY: 'a', VAPID_PRIVATE_KEY: 'b' }, 'VAPID_PRIVATE_KEY'],
    [{ VAPID_PUBLIC_KEY: 'a', VAPID_PRIVATE_KEY: 'A'.repeat(43) }, 'VAPID_PRIVATE_KEY'],
    [{ ...pairOf(createVapidKeys()), VAPID_PUBLIC_KEY: createVapidKeys().publicKey }, 'VAPID_PUBLIC_KEY'],
    [{ VAPID_SUBJECT: 'ask around' }, 'VAPID_SUBJECT'],
    [{ VAPID_SUBJECT: 'http://adda.example' }, 'VAPID_SUBJECT'],
    [{ PUSH_ALLOW_ADDRESSES: '10.0.0.0/8,127.0.0.1' }, 'PUSH_ALLOW_ADDRESSES'],
    [{ PUSH_ALLOW_ADDRESSES: '10.0.0.0/40' }, 'PUSH_ALLOW_ADDRESSES'],
    [{ NODE_ENV: 'production', PUBLIC_URL: 'http://adda.example' }, 'PUBLIC_URL'],
    [{ NODE_ENV: 'production', HOST: '0.0.0.0' }, 'PUBLIC_URL'],
    [{ NODE_ENV: 'production', RATE_LIMITS: 'off' }, 'RATE_LIMITS'],
    [{ SANDBOX: 'perhaps' }, 'SANDBOX'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN'],
    [{ SECURITY_CONTACT: 'ask around' }, 'SECURITY_CONTACT'],
    [{ S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'media' }, 'S3_ACCESS_KEY_ID'],
    [{ RAZORPAY_KEY_ID: 'key' }, 'RAZORPAY_KEY_SECRET'],
  ])('%j is refused in one line that names %s', (env, name) => {
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(new RegExp(`^[^\\n]*${name}[^\\n]*$`));
  });

  it('CL-06: a role other than all needs what it shares with the processes that complete it', () => {
    expect(readConfig({}).ROLE).toBe('all');
    const shared = {
      DATABASE_URL: 'postgres://localhost/adda',
      REDIS_URL: 'redis://localhost',
      PUBLIC_URL: 'https://adda.example',
      JWT_SECRET: 'a'.repeat(32),
      ...pairOf(createVapidKeys()),
    };
    const fault = (env: NodeJS.ProcessEnv) => {
      try {
        return readConfig(env).ROLE;
      } catch (error) {
        return error instanceof ConfigError ? error.message : undefined;
      }
    };
    for (const ROLE of ['web', 'jobs']) {
      expect(fault({ ...shared, ROLE })).toBe(ROLE);
      expect(fault({ ROLE })).toMatch(new RegExp(`^DATABASE_URL: required with ROLE=${ROLE}[^\\n]*$`));
      expect(fault({ ...shared, ROLE, REDIS_URL: '' })).toMatch(/^REDIS_URL: required with [^\n]*$/);
    }
    // Mails that a job sends would lead to the process that serves no page.
    expect(fault({ ...shared, ROLE: 'jobs', PUBLIC_URL: '' })).toMatch(/^PUBLIC_URL: required [^\n]*$/);
    expect(fault({ ...shared, ROLE: 'web', PUBLIC_URL: '' })).toBe('web');
    expect(fault({ ROLE: 'all' })).toBe('all');
  });

  it('CL-01: takes several servers of a Redis Cluster, and refuses a list without one', () => {
    const REDIS_URL = 'redis://one:6379,rediss://two';
    expect(readConfig({ REDIS_URL, REDIS_CLUSTER: 'on' })).toMatchObject({ REDIS_URL, REDIS_CLUSTER: true });
    expect(() => readConfig({ REDIS_URL })).toThrow(/^REDIS_URL: [^\n]*REDIS_CLUSTER=on$/);
    expect(() => readConfig({ REDIS_CLUSTER: 'on' })).toThrow(/^REDIS_CLUSTER: needs REDIS_URL$/);
    for (const wrong of ['one:6379', 'redis://one,two', 'http://one'])
      expect(() => readConfig({ REDIS_URL: wrong, REDIS_CLUSTER: 'on' })).toThrow(
        /^REDIS_URL: redis:[^\n]*$/,
      );
  });

  it('CL-05: replicas are a list of PostgreSQL URLs, and need the server that they follow', () => {
    const shared = {
      DATABASE_URL: 'postgres://localhost/adda',
      JWT_SECRET: 'a'.repeat(32),
      ...pairOf(createVapidKeys()),
    };
    const DATABASE_REPLICA_URL = ' postgres://one/adda, postgresql://two/adda,';
    const urls = ['postgres://one/adda', 'postgresql://two/adda'];
    expect(readConfig({ ...shared, DATABASE_REPLICA_URL }).DATABASE_REPLICA_URL).toEqual(urls);
    expect(readConfig(shared).DATABASE_REPLICA_URL).toEqual([]);
    expect(() => readConfig({ DATABASE_REPLICA_URL })).toThrow(
      /^DATABASE_REPLICA_URL: needs DATABASE_URL[^\n]*$/,
    );
    for (const wrong of ['mysql://one/adda', 'postgres://one/adda,two'])
      expect(() => readConfig({ ...shared, DATABASE_REPLICA_URL: wrong })).toThrow(
        /^DATABASE_REPLICA_URL[^\n]*$/,
      );
  });

  it('PN-02: the keys of web push are a pair, and addresses are a list of CIDRs', () => {
    for (let count = 0; count < 20; count += 1)
      expect(readConfig(pairOf(createVapidKeys())).VAPID_PRIVATE_KEY).toHaveLength(43);
    expect(readConfig({ VAPID_SUBJECT: 'mailto:ops@adda.example' }).VAPID_SUBJECT).toContain('ops');
    expect(readConfig({}).PUSH_ALLOW_ADDRESSES).toEqual([]);
    const env = { PUSH_ALLOW_ADDRESSES: ' 10.0.0.0/8, ::1/128,' };
    expect(readConfig(env).PUSH_ALLOW_ADDRESSES).toEqual(['10.0.0.0/8', '::1/128']);
  });

  it('an empty value counts as not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ PORT: 3000 });
  });

  it('production accepts plain http on loopback', () => {
    expect(readConfig({ NODE_ENV: 'production' }).isProduction).toBe(true);
  });

  it('R-19: production accepts RATE_LIMITS=off only together with LOAD_TEST=on, for load tests', () => {
    const env = { NODE_ENV: 'production', RATE_LIMITS: 'off', LOAD_TEST: 'on' };
    expect(readConfig(env).RATE_LIMITS).toBe(false);
    expect(readConfig({ RATE_LIMITS: 'off' }).RATE_LIMITS).toBe(false);
  });

  it('production warns about mails without a server, plain http, disabled limits and a sandbox that stays off', () => {
    const warned = (env: NodeJS.ProcessEnv) => warningsOf(readConfig(env)).map((text) => text.split(':')[0]);
    const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://adda.example' };
    const bare = { ...production, PUBLIC_URL: '', RATE_LIMITS: 'off', LOAD_TEST: 'on', SANDBOX: 'on' };
    expect(warned(bare)).toEqual(['SMTP_URL', 'PUBLIC_URL', 'RATE_LIMITS', 'SANDBOX']);
    expect(warned({ ...production, SMTP_URL: 'smtp://mail.example' })).toEqual([]);
    expect(warned({})).toEqual([]);
  });

  it.each([
    ['http://127.0.0.1:3000', true],
    ['http://127.1.2.3', true],
    ['http://localhost:8080', true],
    ['http://[::1]:3000', true],
    ['http://0.0.0.0:3000', false],
    ['http://localhost.example', false],
    ['http://192.168.1.5:3000', false],
    ['https://adda.example', false],
  ])('%s is a loopback address: %s', (address, isSo) => {
    expect(readConfig({ PUBLIC_URL: address }).isLoopback).toBe(isSo);
  });

  it.each([
    ['127.0.0.1', true],
    ['::1', true],
    ['0.0.0.0', false],
    ['::', false],
  ])('without a public URL, listening on %s only reaches this machine: %s', (HOST, isSo) => {
    expect(readConfig({ HOST }).isLoopback).toBe(isSo);
  });

  it('.env.example lists exactly the settings', () => {
    const example = readFileSync(join(import.meta.dirname, '../../.env.example'), 'utf8');
    const listed = [...example.matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name);
    expect(listed.toSorted()).toEqual(Object.keys(settings.shape).toSorted());
  });
});
