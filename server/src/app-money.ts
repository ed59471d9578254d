import type { AppContext } from './app-context.ts';
import type { Accounts } from './features/accounts/index.ts';
import type { Activity } from './features/activity/index.ts';
import { createGifts } from './features/gifts/index.ts';
import type { Live } from './features/live/index.ts';
import type { Media } from './features/media/index.ts';
import { createPayments, type Payments } from './features/payments/index.ts';
import { createRecharge } from './features/recharge/index.ts';
import { createRewards } from './features/rewards/index.ts';
import type { Rooms } from './features/rooms/index.ts';
import { createWallet, type Wallet } from './features/wallet/index.ts';
import type { ServerSecrets } from './platform/secrets/server-secrets.ts';

type WalletAndPaymentsParts = {
  readonly platform: Pick<AppContext, 'config' | 'logger' | 'database' | 'jobs' | 'localUrl'>;
  readonly accounts: Accounts;
  readonly live: Live;
  readonly activity: Activity;
  readonly secret: ServerSecrets;
};

/** Creates the base of all money features: wallet and payments (ADR 22). */
export function createWalletAndPayments({ platform, secret, ...parts }: WalletAndPaymentsParts) {
  const { accounts, live, activity } = parts;
  const { config, logger, database, jobs, localUrl } = platform;
  const wallet = createWallet({
    database,
    jobs,
    secret,
    fourEyesCoins: config.FOUR_EYES_COINS,
    mailOwner: accounts.mailOwner,
    activity,
  });
  wallet.onChanged(({ userId, balance }) => live.notifyNow(userId, 'wallet_changed', balance));
  wallet.startJobs();
  const payments = createPayments({
    database,
    jobs,
    logger,
    config,
    accounts,
    secret: secret.current,
    localUrl,
  });
  payments.startJobs();
  return { wallet, payments };
}

type MoneyParts = {
  readonly platform: Pick<AppContext, 'config' | 'logger' | 'database'>;
  readonly accounts: Accounts;
  readonly media: Pick<Media, 'imageLink' | 'viewerCookie'>;
  readonly rooms: Rooms;
  readonly activity: Activity;
  readonly wallet: Wallet;
  readonly payments: Payments;
};

/** Wires recharges, rewards and gifts (ADR 22). */
export function createMoney({ platform, accounts, media, rooms, activity, wallet, payments }: MoneyParts) {
  const { config, logger, database } = platform;
  const recharge = createRecharge({ database, payments, wallet });
  const coins = { referral: config.REFERRAL_REWARD_COINS, visit: config.LOGIN_BONUS_COINS };
  const { imageLink, viewerCookie } = media;
  const rewards = createRewards({
    database,
    logger,
    accounts,
    wallet,
    imageLink,
    viewerCookie,
    coins,
    clock: database.now,
  });
  const gifts = createGifts({ database, logger, rooms, wallet, activity });
  // After the hooks of every other feature: sales and gifts lock their own rows first and wallets last.
  accounts.onDeleting('wallet', wallet.close);
  return { recharge, rewards, gifts };
}
