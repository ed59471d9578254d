import { t } from '@lingui/core/macro';
import { platformAuthenticatorIsAvailable } from '@simplewebauthn/browser';
import { api } from '../../../platform/api.ts';
import { session } from '../../../platform/session.ts';
import { failureText } from '../../../ui/failure-text.ts';
import { toast } from '../../../ui/toast-store.ts';
import { addPasskey } from './add-passkey.ts';
import { deviceName } from './device-name.ts';

/** Storage key: the accounts that answered the offer in this browser. It stays after a log-out, so it holds no names. */
const ANSWERED_KEY = 'passkeyOffer';

const MARK_LENGTH = 12;

/** What the answer of an account is remembered by: the beginning of a hash of its name. */
async function markOf(username: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`passkey offer ${username}`));
  return [...new Uint8Array(hash)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, MARK_LENGTH);
}

const answered = (): string[] => localStorage.getItem(ANSWERED_KEY)?.split(' ') ?? [];

async function add(onAnswered: () => void): Promise<void> {
  try {
    if (!(await addPasskey(deviceName()))) return;
    onAnswered();
    toast.success(t`Your passkey is added. You can log in with it from now on.`);
  } catch (error) {
    toast.problem(failureText(error));
  }
}

/**
 * Offers a passkey to an account that has none and has just logged in with its password (ID-01), until the offer is taken or
 * dismissed in this browser. Only where the device itself can hold one.
 */
export async function offerPasskey(username: string): Promise<void> {
  const mark = await markOf(username);
  if (answered().includes(mark) || !(await platformAuthenticatorIsAvailable())) return;
  const factors = await api('GET /auth/factors').catch(() => undefined);
  if (factors?.passkeys !== 0 || session.current()?.username !== username) return;
  const remember = () => localStorage.setItem(ANSWERED_KEY, [...answered(), mark].join(' '));
  const id = toast.show(t`Log in faster next time?`, {
    action: { label: t`Add a passkey`, onPress: () => void add(remember) },
    onDismissed: remember,
  });
  const stop = session.onEnd(() => {
    toast.dismiss(id);
    stop();
  });
}
