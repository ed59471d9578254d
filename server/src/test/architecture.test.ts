import { errors, routes, type Route } from '@adda/contract';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './app.fixture.ts';

const root = join(import.meta.dirname, '../../..');
const entries: [string, Route][] = Object.entries(routes);

describe('the contract', () => {
  it('defines routes', () => {
    expect(entries.length).toBeGreaterThan(20);
  });

  it.each(entries)('R-13: %s declares who may call it and which known errors it returns', (_key, route) => {
    expect(['open', 'signed', 'public', 'session', 'registered', 'admin']).toContain(route.access);
    expect(route.summary).toMatch(/\.( |$|\))|\)$/);
    for (const code of route.errors) expect(errors).toHaveProperty(code);
    if (route.guests !== undefined) expect(route.errors).toContain(route.guests);
    if (route.invalid !== undefined) expect(route.errors).toContain(route.invalid);
  });

  it('defines a status and a text for every error', () => {
    for (const { status, detail } of Object.values(errors)) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(detail.length).toBeGreaterThan(3);
    }
  });

  it('X-08: addresses adults only', () => {
    for (const { detail } of Object.values(errors)) expect(detail).not.toMatch(/\b(teen|kid|minor|child)/i);
  });
});

describe('the program', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.stop());

  it('implements every route of the contract exactly once, and no other route', async () => {
    const { paths }: { paths: Record<string, object> } = JSON.parse(
      await (await fetch(`${app.url}/openapi.json`)).text(),
    );
    const served = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    );
    expect(served.toSorted()).toEqual(Object.keys(routes).toSorted());
  });
});

describe('paths', () => {
  const screens = [
    ...readFileSync(join(root, 'web/src/app/routes.tsx'), 'utf8').matchAll(/path: '([^']+)'/g),
  ].map(([, path]) => path ?? '');

  it('Q-01: no API path is the path of a screen', () => {
    expect(screens.length).toBeGreaterThan(5);
    const gets = Object.keys(routes)
      .filter((key) => key.startsWith('GET '))
      .map((key) => key.slice(4));
    for (const screen of screens) expect(gets).not.toContain(screen.replace(/\$(\w+)/g, ':$1'));
  });
});

describe('features', () => {
  const folder = join(root, 'server/src/features');
  const features = readdirSync(folder);

  it('exist', () => expect(features.length).toBeGreaterThan(3));

  it.each(features)('%s has an index file with a description, and tests', (feature) => {
    const files = readdirSync(join(folder, feature), { recursive: true, encoding: 'utf8' });
    expect(files).toContain('index.ts');
    expect(readFileSync(join(folder, feature, 'index.ts'), 'utf8')).toMatch(/^\/\*\*\n( \* .+\n){2,8} \*\//);
    expect(files.some((file) => file.endsWith('.test.ts'))).toBe(true);
  });
});
