import { CHALLENGE_SECONDS, type AuthenticationResponse } from '@adda/contract/accounts';
import { browserSupportsWebAuthnAutofill } from '@simplewebauthn/browser';
import { api } from '../../../platform/api.ts';
import { cancelCeremony, choosePasskey } from './passkey-ceremonies.ts';

/** A challenge is replaced before it ends, in ms. */
const RENEW_MS = (CHALLENGE_SECONDS - 30) * 1000;

/**
 * Offers passkeys among the suggestions of the login field (ID-01, conditional UI), and calls `onChosen` with the chosen one.
 * Returns a function that ends the offer. A browser that can't do it, and a server that can't be reached, offer none.
 */
export function offerInField(onChosen: (response: AuthenticationResponse) => void): () => void {
  let isOver = false;
  const offer = async (): Promise<void> => {
    const options = await api('POST /auth/passkey/options');
    if (isOver) return;
    let isRenewed = false;
    const timer = setTimeout(() => {
      isRenewed = true;
      cancelCeremony();
    }, RENEW_MS);
    const response = await choosePasskey(options, { isInField: true }).finally(() => clearTimeout(timer));
    if (response) onChosen(response);
    else if (isRenewed) await offer();
  };
  browserSupportsWebAuthnAutofill()
    .then((isSupported) => (isSupported ? offer() : undefined))
    .catch(() => undefined);
  return () => {
    if (isOver) return;
    isOver = true;
    cancelCeremony();
  };
}
