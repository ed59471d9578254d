import type { AppContext } from './app-context.ts';
import type { Accounts } from './features/accounts/index.ts';
import { createGifts } from './features/gifts/index.ts';
import type { Live } from './features/live/index.ts';
import type { Media } from './features/media/index.ts';
import { createPayments, type Payments } from './features/payments/index.ts';
import { createRecharge } from './features/recharge/index.ts';
import { createRewards } from './features/rewards/index.ts';
import type { Rooms } from './features/rooms/index.ts';
import { createWallet, type Wallet } from './features/wallet/index.ts';

type GroundParts = {
  readonly platform: Pick<AppContext, 'config' | 'logger' | 'database' | 'jobs' | 'localUrl'>;
  readonly accounts: Accounts;
  readonly live: Live;
  readonly secret: string;
};

/** What everything about money stands on: coins and payments (ADR 22). */
export function createMoneyGround({ platform, accounts, live, secret }: GroundParts) {
  const { config, logger, database, jobs, localUrl } = platform;
  const wallet = createWallet({
    database,
    jobs,
    secret,
    fourEyesCoins: config.FOUR_EYES_COINS,
    tellOwner: accounts.tellOwner,
  });
  wallet.onChanged(({ userId, balance }) => live.notifyNow(userId, 'wallet_changed', balance));
  wallet.startJobs();
  const payments = createPayments({ database, jobs, logger, config, accounts, secret, localUrl });
  payments.startJobs();
  return { wallet, payments };
}

type MoneyParts = {
  readonly platform: Pick<AppContext, 'config' | 'logger' | 'database'>;
  readonly accounts: Accounts;
  readonly media: Pick<Media, 'imageLink' | 'viewerCookie'>;
  readonly rooms: Rooms;
  readonly wallet: Wallet;
  readonly payments: Payments;
};

/** Wires what is bought, earned and given (ADR 22). */
export function createMoney({ platform, accounts, media, rooms, wallet, payments }: MoneyParts) {
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
  const gifts = createGifts({ database, logger, rooms, wallet });
  // After every other feature's: whoever sells or gives locks what is theirs first and wallets last.
  accounts.onDeleting(wallet.close);
  return { recharge, rewards, gifts };
}
