/** The only module that reads the environment. Every setting is validated once at start and then frozen. */
import { EDIT_WINDOW_HOURS } from '@adda/contract/messages';
import {
  DEFAULT_SOCKETS_PER_ACCOUNT,
  DEFAULT_SOCKETS_PER_ADDRESS,
  rateLimits,
} from '@adda/contract/platform';
import { z } from 'zod';
import { vapidPublicKeyOf } from './platform/secrets/vapid-keys.ts';

const text = (description: string) => z.string().trim().min(1).optional().describe(description);
const onOff = (usual: 'on' | 'off', description: string) =>
  z
    .enum(['on', 'off'])
    .default(usual)
    .transform((value) => value === 'on')
    .describe(description);
const callsPerMinute = (usual: number, description: string) =>
  z.coerce.number().int().min(1).max(1_000_000).default(usual).describe(description);
const url = (description: string) => z.url().optional().describe(description);

const cidrs = z.array(z.union([z.cidrv4(), z.cidrv6()], 'CIDRs such as 10.0.0.0/8, separated by commas'));

/** Every setting with its description. `.env.example` lists the same keys (a test compares them). */
export const settings = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('development')
    .describe('Mode of the program'),
  ROLE: z
    .enum(['all', 'web', 'jobs'])
    .default('all')
    .describe('What this process does: serves people, works off jobs, or both'),
  PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(3000)
    .describe('Port to listen on; 0 takes a free one'),
  HOST: z.string().default('127.0.0.1').describe('Address to listen on'),
  PUBLIC_URL: url('Public URL; default http://localhost:PORT'),
  DATA_DIR: z.string().default('./data').describe('Folder of the embedded database, media and outbox'),
  API_KEY: z.string().min(1).default('adda-web').describe('Key that identifies the web app; no protection'),
  JWT_SECRET: z.string().min(32).optional().describe('Secret of the tokens, at least 32 characters'),
  JWT_SECRET_PREVIOUS: z
    .string()
    .default('')
    .transform((list) => list.split(',').flatMap((secret) => secret.trim() || []))
    .pipe(z.array(z.string().min(32, 'at least 32 characters each, separated by commas')))
    .describe('Former values of JWT_SECRET that stay in use for a while, separated by commas'),
  JWT_SECRET_PREVIOUS_FOR: z
    .enum(['all', 'stored'])
    .default('all')
    .describe('What former secrets are for: all, or only to open what is stored, as after a leak'),
  SECURITY_CONTACT: z
    .union([
      z.email().transform((address) => `mailto:${address}`),
      z.url({ protocol: /^(https|mailto|tel)$/ }),
    ])
    .optional()
    .describe('Contact for vulnerability reports, for /.well-known/security.txt'),
  METRICS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe('Separate port for /metrics, which the main port no longer serves then'),
  METRICS_HOST: z.string().default('127.0.0.1').describe('Address that METRICS_PORT listens on'),
  METRICS_TOKEN: z
    .string()
    .regex(/^\S{16,}$/, 'at least 16 characters without spaces')
    .optional()
    .describe('Bearer token that /metrics requires, at least 16 characters'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Log level'),
  TRUSTED_COUNTRY_HEADER: z
    .string()
    .toLowerCase()
    .regex(/^[a-z0-9-]+$/, 'the name of a header')
    .optional()
    .describe('Header in which the proxy names the country of a client'),
  TRUST_PROXY: z.coerce
    .number()
    .int()
    .min(0)
    .max(10)
    .default(0)
    .describe('Reverse proxies in front of the server'),
  DRAIN_SECONDS: z.coerce
    .number()
    .min(0)
    .max(60)
    .default(0)
    .describe('Seconds between the first 503 of /health and the end of service'),
  LOAD_TEST: onOff('off', 'on lets production start with RATE_LIMITS=off'),
  ADMIN_SECOND_FACTOR: z
    .enum(['on', 'off'])
    .optional()
    .describe('Whether admins need an authenticator app or a passkey; on in production'),
  RATE_LIMITS: onOff('on', 'off lifts limits of request rates and of open sockets, for load tests'),
  SOCKETS_PER_ACCOUNT: z.coerce
    .number()
    .int()
    .min(2)
    .default(DEFAULT_SOCKETS_PER_ACCOUNT)
    .describe('Sockets that one account may hold on a node'),
  SOCKETS_PER_ADDRESS: z.coerce
    .number()
    .int()
    .min(2)
    .default(DEFAULT_SOCKETS_PER_ADDRESS)
    .describe('Sockets that one address (IPv6: /64) may hold on a node'),
  READS_PER_MINUTE: callsPerMinute(rateLimits.read.calls, 'Reading calls of one person in a minute'),
  WRITES_PER_MINUTE: callsPerMinute(rateLimits.write.calls, 'Writing calls of one person in a minute'),
  MAX_GROUP_MEMBERS: z.coerce
    .number()
    .int()
    .min(2)
    .max(1_000_000)
    .default(200)
    .describe('Members a room may have'),
  EDIT_WINDOW_HOURS: z.coerce
    .number()
    .int()
    .min(EDIT_WINDOW_HOURS.min)
    .max(EDIT_WINDOW_HOURS.max)
    .default(EDIT_WINDOW_HOURS.default)
    .describe('Hours after sending in which the author can change the text of a message'),
  LINK_PREVIEWS: onOff('on', 'off fetches no page for the cards of links in messages'),
  VAPID_PUBLIC_KEY: text('Public key of web push, 65 bytes as base64url'),
  VAPID_PRIVATE_KEY: text('Private key of web push, 32 bytes as base64url'),
  VAPID_SUBJECT: z
    .url({ protocol: /^(https|mailto)$/, error: 'a mailto: or https: address' })
    .optional()
    .describe('Contact for push services; default: PUBLIC_URL'),
  PUSH_ALLOW_ADDRESSES: z
    .string()
    .default('')
    .transform((list) => list.split(',').flatMap((range) => range.trim() || []))
    .pipe(cidrs)
    .describe('CIDRs of push services that are not on public addresses'),
  DATABASE_URL: text('PostgreSQL URL; default: the embedded engine'),
  DATABASE_REPLICA_URL: z
    .string()
    .default('')
    .transform((list) => list.split(',').flatMap((address) => address.trim() || []))
    .pipe(z.array(z.url({ protocol: /^postgres(ql)?$/, error: 'PostgreSQL URLs, separated by commas' })))
    .describe('Streaming replicas for reads that may be a second old, separated by commas'),
  REDIS_URL: text('Redis or Valkey between several nodes; servers of a cluster separated by commas'),
  REDIS_CLUSTER: onOff('off', 'on says that REDIS_URL is a Redis Cluster'),
  S3_ENDPOINT: url('S3-compatible store of media; default: files under DATA_DIR'),
  S3_BUCKET: text('Bucket'),
  S3_ACCESS_KEY_ID: text('Access key'),
  S3_SECRET_ACCESS_KEY: text('Secret key'),
  S3_REGION: text('Region; default us-east-1'),
  SMTP_URL: text('Mail server; default: files under DATA_DIR/outbox'),
  MAIL_FROM: z.string().default('Adda <hello@adda.invalid>').describe('Sender of mails'),
  RAZORPAY_KEY_ID: text('Razorpay key'),
  RAZORPAY_KEY_SECRET: text('Razorpay secret'),
  RAZORPAY_WEBHOOK_SECRET: text('Razorpay webhook secret'),
  RAZORPAY_BASE_URL: url('Razorpay address'),
  PAYPAL_CLIENT_ID: text('PayPal client'),
  PAYPAL_CLIENT_SECRET: text('PayPal secret'),
  PAYPAL_WEBHOOK_ID: text('PayPal webhook'),
  PAYPAL_BASE_URL: url('PayPal address'),
  SANDBOX: z
    .enum(['on', 'off'])
    .optional()
    .describe('Test payments; default: on when PUBLIC_URL is loopback, otherwise off; never in production'),
  YOUTUBE_API_KEY: text('Key of video search; without it users paste a link'),
  YOUTUBE_BASE_URL: url('Address of video search'),
  SCANNER_URL: url('Outside scanner that checks pictures and videos before other users see them'),
  SCANNER_SECRET: text('Key that signs requests to the scanner'),
  INR_PER_USD: z.coerce.number().positive().default(85).describe('Rupees for a dollar'),
  PLATFORM_FEE_PERCENT: z.coerce
    .number()
    .min(0)
    .max(100)
    .default(10)
    .describe('Share of the platform in sales'),
  REFERRAL_REWARD_COINS: z.coerce.number().min(0).default(10).describe('Coins for a friend who signs up'),
  FOUR_EYES_COINS: z.coerce
    .number()
    .min(0)
    .default(5000)
    .describe('Bonuses and payouts of more coins need two administrators'),
  LOGIN_BONUS_COINS: z.coerce.number().int().min(0).default(1).describe('Coins for the first visit of a day'),
  FEATURE_LIKES: onOff('on', 'Likes'),
  FEATURE_SHARES: onOff('on', 'Shares'),
});

type Settings = z.output<typeof settings>;

/** The settings of a running program. `publicUrl` is always set and has no trailing slash. */
export type Config = Readonly<
  Settings & {
    publicUrl: string;
    /** Whether admin routes refuse admins without an authenticator app or a passkey (ID-04). */
    adminsNeedSecondFactor: boolean;
    isProduction: boolean;
    /** Whether only this machine reaches the program: by its public URL, or by the address that it listens on. */
    isLoopback: boolean;
  }
>;

/** Thrown for an unusable setting. Its message is one line that names the setting. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

const isLoopbackHost = (host: string) => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host);

/** Groups of settings that have to be set together. */
const groups: readonly (readonly (keyof Settings)[])[] = [
  ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'],
  ['SCANNER_URL', 'SCANNER_SECRET'],
  ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'],
  ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'],
];

/** Returns the host by which the program is reached: of the public URL, or the address that it listens on. */
function reachedHost({ PUBLIC_URL, HOST }: Settings): string {
  if (PUBLIC_URL) return new URL(PUBLIC_URL).hostname;
  return HOST.includes(':') ? `[${HOST}]` : HOST;
}

function checkTogether(values: Settings, publicUrl: string): void {
  for (const group of groups) {
    const missing = group.filter((key) => values[key] === undefined);
    if (missing.length > 0 && missing.length < group.length) {
      throw new ConfigError(`${missing.join(', ')}: needed together with the other settings of its group`);
    }
  }
  checkRole(values);
  checkRedis(values);
  if (values.DATABASE_REPLICA_URL.length > 0 && !values.DATABASE_URL)
    throw new ConfigError('DATABASE_REPLICA_URL: needs DATABASE_URL, whose server the replicas follow');
  if (values.DATABASE_URL && !values.JWT_SECRET) {
    throw new ConfigError('JWT_SECRET: required when DATABASE_URL is set, the same on every node');
  }
  if (values.JWT_SECRET && values.JWT_SECRET_PREVIOUS.includes(values.JWT_SECRET))
    throw new ConfigError('JWT_SECRET_PREVIOUS: contains JWT_SECRET itself, which is not exchanged then');
  checkPushKeys(values);
  const { protocol } = new URL(publicUrl);
  if (values.NODE_ENV !== 'production') return;
  if (protocol !== 'https:' && !isLoopbackHost(reachedHost(values))) {
    throw new ConfigError('PUBLIC_URL: must be https in production unless its host is loopback');
  }
  if (!values.RATE_LIMITS && !values.LOAD_TEST) {
    throw new ConfigError('RATE_LIMITS: off is refused in production unless LOAD_TEST=on stands beside it');
  }
}

/** Refuses a role that other processes complete where these could not be reached (CL-06). */
function checkRole(values: Settings): void {
  const { ROLE: role } = values;
  if (role === 'all') return;
  if (!values.DATABASE_URL)
    throw new ConfigError(`DATABASE_URL: required with ROLE=${role}, the embedded engine has one process`);
  if (!values.REDIS_URL)
    throw new ConfigError(
      `REDIS_URL: required with ROLE=${role}, jobs tell the sockets of other processes by it`,
    );
  // The address of the process itself, which serves no page, would be in the links of mails.
  if (role === 'jobs' && !values.PUBLIC_URL)
    throw new ConfigError('PUBLIC_URL: required with ROLE=jobs, the same on every node');
}

/** Refuses a list of servers, or none, where Redis is opened otherwise (CL-01). */
function checkRedis({ REDIS_URL: urls, REDIS_CLUSTER: isCluster }: Settings): void {
  if (isCluster && !urls) throw new ConfigError('REDIS_CLUSTER: needs REDIS_URL');
  if (!isCluster && urls?.includes(','))
    throw new ConfigError('REDIS_URL: several servers are a cluster, which needs REDIS_CLUSTER=on');
  const isRedis = (each: string) => URL.canParse(each) && /^rediss?:$/.test(new URL(each).protocol);
  if (isCluster && !urls?.split(',').every(isRedis))
    throw new ConfigError('REDIS_URL: redis:// or rediss:// URLs, separated by commas');
}

function checkPushKeys(values: Settings): void {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = values;
  if (publicKey !== undefined && privateKey !== undefined) {
    const right = vapidPublicKeyOf(privateKey);
    if (right === undefined) throw new ConfigError('VAPID_PRIVATE_KEY: no private key of P-256');
    if (right !== publicKey)
      throw new ConfigError('VAPID_PUBLIC_KEY: not the public key of VAPID_PRIVATE_KEY');
  } else if (values.DATABASE_URL) {
    const names = 'VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY';
    const how = 'make them with `npm run --silent push-keys`';
    throw new ConfigError(`${names}: required when DATABASE_URL is set, the same on every node; ${how}`);
  }
}

/**
 * Reads and validates the settings. Empty values count as not set. Throws `ConfigError` that names the first invalid
 * setting.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`${issue?.path.join('.') ?? 'settings'}: ${issue?.message ?? 'not usable'}`);
  }
  const values = parsed.data;
  // Not an IP address: browsers refuse passkeys there (ID-01).
  const publicUrl = (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, '');
  checkTogether(values, publicUrl);
  return Object.freeze({
    ...values,
    publicUrl,
    isProduction: values.NODE_ENV === 'production',
    adminsNeedSecondFactor:
      (values.ADMIN_SECOND_FACTOR ?? (values.NODE_ENV === 'production' ? 'on' : 'off')) === 'on',
    isLoopback: isLoopbackHost(reachedHost(values)),
  });
}

/**
 * Returns warnings for the operator: settings that work but are unsuitable for production. Empty outside production.
 */
export function warningsOf(config: Config): readonly string[] {
  if (!config.isProduction) return [];
  const warnings = {
    'SMTP_URL: not set, so mails are written to files under DATA_DIR/outbox and reach nobody':
      !config.SMTP_URL,
    'PUBLIC_URL: plain http, so everything is sent in clear and cookies are not Secure':
      config.publicUrl.startsWith('http:'),
    'RATE_LIMITS: off, so nobody is slowed down': !config.RATE_LIMITS,
    'SANDBOX: on does nothing in production, where the sandbox is always off': config.SANDBOX === 'on',
  };
  return Object.entries(warnings).flatMap(([text, isSo]) => (isSo ? [text] : []));
}

/**
 * Returns the budgets per kind of request: those of the contract, with the configured values for reading and writing
 * (SV-103).
 */
export const budgetsOf = (
  config: Pick<Config, 'READS_PER_MINUTE' | 'WRITES_PER_MINUTE'>,
): typeof rateLimits => ({
  ...rateLimits,
  read: { calls: config.READS_PER_MINUTE, seconds: 60 },
  write: { calls: config.WRITES_PER_MINUTE, seconds: 60 },
});
