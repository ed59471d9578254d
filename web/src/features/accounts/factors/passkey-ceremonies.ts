import type { ErrorCode } from '@adda/contract';
import type { AuthenticationResponse, RegistrationResponse } from '@adda/contract/accounts';
import { t } from '@lingui/core/macro';
import {
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { ApiError } from '../../../platform/api-error.ts';

/** The browser's own refusals that are no failure: its dialog was closed, or another request took its place. */
const CANCELLED: readonly string[] = ['NotAllowedError', 'AbortError'];

const refusedCode: ErrorCode = 'passkey_refused';

const problem = (detail: string) => new ApiError({ status: 400, code: refusedCode, detail });

/** Returns what the browser made. Resolves with undefined if the person closed its dialog; throws an ApiError for forms. */
async function unlessCancelled<Made>(ceremony: Promise<Made>): Promise<Made | undefined> {
  try {
    return await ceremony;
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (CANCELLED.includes(name)) return undefined;
    if (name === 'InvalidStateError') throw problem(t`This device already has a passkey of yours.`);
    throw problem(t`This passkey can’t be used. Please try again.`);
  }
}

/** Options as the server answers them: WebAuthn's own JSON. */
type Options = { readonly challenge: string };

/**
 * Lets the device make a passkey (ID-01). Resolves with undefined if the person closes the device's dialog. Throws an ApiError
 * `passkey_refused`.
 */
export async function createPasskey(options: Options): Promise<RegistrationResponse | undefined> {
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  const made = await unlessCancelled(startRegistration({ optionsJSON }));
  return (
    made && {
      ...made,
      type: 'public-key',
      response: { ...made.response },
      clientExtensionResults: { ...made.clientExtensionResults },
    }
  );
}

/**
 * Lets the person choose a passkey of this site (ID-01): in the device's dialog, or with `isInField` among the suggestions of the
 * login field. Resolves with undefined if that is cancelled. Throws an ApiError `passkey_refused`.
 */
export async function choosePasskey(
  options: Options,
  { isInField = false } = {},
): Promise<AuthenticationResponse | undefined> {
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  const used = await unlessCancelled(startAuthentication({ optionsJSON, useBrowserAutofill: isInField }));
  return (
    used && {
      ...used,
      type: 'public-key',
      response: { ...used.response },
      clientExtensionResults: { ...used.clientExtensionResults },
    }
  );
}

/** Ends the request that waits for a passkey. */
export const cancelCeremony = (): void => WebAuthnAbortService.cancelCeremony();
