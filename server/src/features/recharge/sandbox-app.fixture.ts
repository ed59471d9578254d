import { startTestApp } from '../../test/app.fixture.ts';
import { oncePerFile } from '../../test/file-scope.fixture.ts';
import { rechargeOn } from './recharge.fixture.ts';

const start = oncePerFile(
  () => startTestApp({ LOGIN_BONUS_COINS: '0' }),
  ({ stop }) => stop(),
);

/** Opens the application of the test file with the sandbox and without automatic rewards. */
export async function startRecharge() {
  const testApp = await start();
  return { ...testApp, ...rechargeOn(testApp) };
}
