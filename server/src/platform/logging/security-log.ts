import { AsyncLocalStorage } from 'node:async_hooks';
import { createHmac, hkdfSync } from 'node:crypto';
import { createEntryLimits } from './entry-limits.ts';
import type { Logger } from './logger.ts';
import { SECURITY_EVENTS, type SecurityEvent } from './security-events.ts';

/** Where something happens: a request, or a connection of a socket. `userId` is set as soon as it is known. */
export type SecurityScene = {
  readonly log: SecurityLog;
  /** The network that counts as one address. Entries have a pseudonym of it. */
  readonly network: string;
  /** The id of the request, as in its other log entries. */
  readonly reqId?: string;
  /** The route pattern, without the values in the path. */
  readonly route?: string;
  /** The id of the connection, as in its other log entries. */
  connection?: string;
  userId?: number;
};

/** What an entry says beside its scene. Never a name, an e-mail address, a password, a token or a code. */
export type SecurityDetails = {
  readonly userId?: number | undefined;
  /** The error code with which a call was refused. */
  readonly code?: string;
  readonly reason?: string;
};

/** Writes security events to the log of the program (ID-08). */
export type SecurityLog = {
  readonly note: (event: SecurityEvent, scene: SecurityScene, details?: SecurityDetails) => void;
  /** Writes what was left out and ends the windows. */
  readonly close: () => void;
};

type Options = {
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  /** The secret from which the key of the pseudonyms is derived. */
  readonly secret: string;
  readonly windowMs?: number;
};

const WINDOW_MS = 60_000;
const PSEUDONYM_LENGTH = 16;
const MESSAGE = 'security event';

const isRefusal = (event: SecurityEvent): boolean => SECURITY_EVENTS[event] === 'warn';

/**
 * Creates the security log. Addresses are not logged: an entry has a pseudonym of the network, the same on every node, by which
 * entries are compared. Refusals are limited per network and in total, successes per user, who can't have more of them than
 * the limits of the routes allow.
 */
export function createSecurityLog({ logger, secret, windowMs = WINDOW_MS }: Options): SecurityLog {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'adda security log', 32));
  const pseudonymOf = (network: string): string =>
    createHmac('sha256', key).update(network).digest('base64url').slice(0, PSEUDONYM_LENGTH);
  const limits = createEntryLimits<SecurityEvent>(isRefusal);

  const endWindow = () => {
    for (const { event, source, count } of limits.endWindow()) {
      const network = source !== undefined && isRefusal(event) ? pseudonymOf(source) : undefined;
      logger.warn({ securityEvent: 'entries_left_out', leftOut: event, network, count }, MESSAGE);
    }
  };
  const timer = setInterval(endWindow, windowMs).unref();

  return {
    note(event, scene, details = {}) {
      const { log: _log, network, ...where } = scene;
      const about = { ...where, ...details, userId: details.userId ?? scene.userId };
      const source = isRefusal(event) ? network : `${network} ${about.userId ?? ''}`;
      if (!limits.mayWrite(event, source)) return;
      logger[SECURITY_EVENTS[event]](
        { securityEvent: event, ...about, network: pseudonymOf(network) },
        MESSAGE,
      );
    },
    close() {
      clearInterval(timer);
      endWindow();
    },
  };
}

const current = new AsyncLocalStorage<SecurityScene>();

/** Runs the work of a request or a connection, so that what it notes has its scene. */
export function runInScene<T>(scene: SecurityScene | undefined, work: () => T): T {
  return scene ? current.run(scene, work) : work();
}

/** Says whose account the current work is about, for what it notes from now on. No effect outside {@link runInScene}. */
export function setSceneUser(userId: number | undefined): void {
  const scene = current.getStore();
  if (scene && userId !== undefined) scene.userId = userId;
}

/** Writes an entry about the current work. No effect outside {@link runInScene}, such as in jobs and commands. */
export function noteSecurityEvent(event: SecurityEvent, details?: SecurityDetails): void {
  const scene = current.getStore();
  scene?.log.note(event, scene, details);
}
