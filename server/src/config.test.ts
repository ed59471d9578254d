import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig, settings } from './config.ts';

describe('settings', () => {
  it('need nothing to be set', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      API_KEY: 'adda-web',
      MAX_GROUP_MEMBERS: 200,
    });
    expect(config.publicUrl).toBe('http://127.0.0.1:3000');
  });

  it.each([
    [{ PORT: 'abc' }, 'PORT'],
    [{ PORT: '70000' }, 'PORT'],
    [{ PUBLIC_URL: 'not an address' }, 'PUBLIC_URL'],
    [{ RATE_LIMITS: 'maybe' }, 'RATE_LIMITS'],
    [{ JWT_SECRET: 'short' }, 'JWT_SECRET'],
    [{ MAX_GROUP_MEMBERS: '1' }, 'MAX_GROUP_MEMBERS'],
    [{ DATABASE_URL: 'postgres://localhost/adda' }, 'JWT_SECRET'],
    [{ NODE_ENV: 'production', PUBLIC_URL: 'http://adda.example' }, 'PUBLIC_URL'],
    [{ S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'media' }, 'S3_ACCESS_KEY_ID'],
    [{ RAZORPAY_KEY_ID: 'key' }, 'RAZORPAY_KEY_SECRET'],
  ])('%j is refused in one line that names %s', (env, name) => {
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(new RegExp(`^[^\\n]*${name}[^\\n]*$`));
  });

  it('an empty value counts as not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ PORT: 3000 });
  });

  it('production takes plain http on loopback', () => {
    expect(readConfig({ NODE_ENV: 'production' }).isProduction).toBe(true);
  });

  it('.env.example lists exactly the settings', () => {
    const example = readFileSync(join(import.meta.dirname, '../../.env.example'), 'utf8');
    const listed = [...example.matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name);
    expect(listed.toSorted()).toEqual(Object.keys(settings.shape).toSorted());
  });
});
