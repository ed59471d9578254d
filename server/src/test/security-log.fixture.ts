import { createLogger } from '../platform/logging/logger.ts';
import { from } from '../features/accounts/accounts.fixture.ts';
import { startTestApp } from './app.fixture.ts';
import { oncePerFile } from './file-scope.fixture.ts';

/** One entry of the security log, as an operator reads it. */
export type SecurityEntry = {
  readonly securityEvent: string;
  readonly level: number;
  readonly time: number;
  readonly reqId?: string;
  readonly route?: string;
  readonly connection?: string;
  readonly network?: string;
  readonly userId?: number;
  readonly code?: string;
  readonly reason?: string;
  readonly leftOut?: string;
  readonly count?: number;
};

export const SITE = 'https://adda.example';

/** Starts the application behind one proxy, and reads the lines of its log. */
export async function startLoggedApp(settings: Record<string, string> = {}) {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line) => void lines.push(line) });
  const adda = await startTestApp({ TRUST_PROXY: '1', PUBLIC_URL: SITE, ...settings }, { logger });
  const entries = (): SecurityEntry[] =>
    lines
      .map((line): SecurityEntry => JSON.parse(line))
      .filter(({ securityEvent }) => securityEvent !== undefined);
  let network = 0;
  return {
    ...adda,
    lines,
    entries,
    /** Headers of an address that no other call of the test has. */
    elsewhere: () => from(`203.0.113.${(network += 1)}`),
    /** Does something; returns the entries that it wrote. */
    async noted(work: () => Promise<unknown>): Promise<SecurityEntry[]> {
      const before = entries().length;
      await work();
      return entries().slice(before);
    },
  };
}

/** Keys of a provider, so that signatures of its webhooks are compared. */
const PROVIDER = {
  RAZORPAY_KEY_ID: 'rzp_live_test',
  RAZORPAY_KEY_SECRET: 'a key secret of a test',
  RAZORPAY_WEBHOOK_SECRET: 'a webhook secret of a test',
};

/** The application that all tests of a file share. */
export const loggedApp = oncePerFile(
  () => startLoggedApp(PROVIDER),
  (adda) => adda.stop(),
);
