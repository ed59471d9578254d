import { onTestFinished, vi } from 'vitest';

/** What the simulated device answers, as WebAuthn's JSON; the fields that a test looks at. */
export const USED = { id: 'cGFzc2tleQ', rawId: 'cGFzc2tleQ', type: 'public-key' } as const;

/** Options as the server answers them. */
export const USE_OPTIONS = { challenge: 'Y2hhbGxlbmdl', rpId: 'localhost', userVerification: 'required' };
export const NEW_OPTIONS = {
  challenge: 'Y2hhbGxlbmdl',
  rp: { id: 'localhost', name: 'Adda' },
  user: { id: 'dXNlcg', name: 'asha', displayName: 'asha' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  excludeCredentials: [],
};

const bytes = (text: string) => new TextEncoder().encode(text).buffer;

/** What the device is asked, as far as tests look at it. */
type Asked = {
  readonly publicKey?: { readonly allowCredentials?: unknown } | undefined;
  readonly mediation?: string | undefined;
  readonly signal?: AbortSignal | undefined;
};

/** A call of the device that waits for its owner. */
type Waiting = {
  readonly options: Asked;
  readonly confirm: () => void;
  /** The owner closes the dialog, or the device refuses with another error. */
  readonly refuse: (name?: string) => void;
};

/**
 * Gives the simulated browser passkeys, which happy-dom lacks. `calls`: what the device was asked, in order; the test is its owner.
 * `hasSuggestions`: passkeys are offered in the login field.
 */
export function installPasskeys({ hasSuggestions = false } = {}) {
  const calls: Waiting[] = [];
  const ask = (options: Asked, response: Record<string, unknown>) =>
    new Promise((resolve, reject) => {
      const credential = {
        ...USED,
        rawId: bytes('passkey'),
        response: { clientDataJSON: bytes('data'), ...response },
        getClientExtensionResults: () => ({}),
      };
      options.signal?.addEventListener('abort', () => reject(options.signal?.reason));
      calls.push({
        options,
        confirm: () => resolve(credential),
        refuse: (name = 'NotAllowedError') => reject(new DOMException('refused', name)),
      });
    });
  const credentials = {
    create: (options: Asked) =>
      ask(options, { attestationObject: bytes('attestation'), getTransports: () => ['internal'] }),
    get: (options: Asked) =>
      ask(options, { authenticatorData: bytes('authenticator'), signature: bytes('signature') }),
  };
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(vi.fn(), {
      isConditionalMediationAvailable: () => Promise.resolve(hasSuggestions),
      isUserVerifyingPlatformAuthenticatorAvailable: () => Promise.resolve(true),
    }),
  );
  Object.defineProperty(navigator, 'credentials', { value: credentials, configurable: true });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'credentials');
    vi.unstubAllGlobals();
  });
  return {
    calls,
    /** Resolves with the newest call, once there are `count`. */
    call: (count = 1) =>
      vi.waitFor(() => {
        const newest = calls[count - 1];
        if (!newest) throw new Error(`The device was asked ${calls.length} times, not ${count}.`);
        return newest;
      }),
  };
}
