import { afterAll, beforeAll } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app.fixture.ts';
import { rechargeOn } from './recharge.fixture.ts';

let shared: Promise<TestApp> | undefined;
const start = () => (shared ??= startTestApp({ LOGIN_BONUS_COINS: '0' }));
beforeAll(start);
afterAll(async () => (await shared)?.stop());

/** The application of the file, on the sandbox and without coins that nobody asked for. */
export async function startRecharge() {
  const testApp = await start();
  return { ...testApp, ...rechargeOn(testApp) };
}
