import * as z from 'zod/mini';
import { timestamp } from '../kernel/ids.ts';
import { PASSKEY_NAME_MAX } from './accounts.limits.ts';

const base64url = z.string().check(z.maxLength(8192), z.regex(/^[\w-]+$/));

/** What `navigator.credentials.create()` returned, as WebAuthn's JSON (ID-01). Its content is judged by the server. */
export const registrationResponse = z.looseObject({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.looseObject({
    clientDataJSON: base64url,
    attestationObject: z.string().check(z.maxLength(65_536)),
  }),
  clientExtensionResults: z.looseObject({}),
});

/** What `navigator.credentials.get()` returned, as WebAuthn's JSON (ID-01). Its content is judged by the server. */
export const authenticationResponse = z.looseObject({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: base64url, authenticatorData: base64url, signature: base64url }),
  clientExtensionResults: z.looseObject({}),
});

const passkeyName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Give it a name.'),
    z.maxLength(PASSKEY_NAME_MAX, `Use at most ${PASSKEY_NAME_MAX} characters.`),
  );

/** A new passkey with the name that its owner reads in the list of passkeys. */
export const newPasskey = z.strictObject({ response: registrationResponse, name: passkeyName });

/** A passkey of the caller (ID-01). */
export const passkey = z.object({
  passkey_id: z.string(),
  name: z.string(),
  created_at: timestamp,
  last_used_at: z.nullable(timestamp),
});

/** Options for `navigator.credentials.create()` or `.get()`, as WebAuthn's JSON. */
export const webauthnOptions = z.looseObject({ challenge: z.string() });

/** A code of the authenticator app (6 digits) or a recovery code; blanks and dashes in it don't count (ID-02). */
export const factorCode = z.string().check(z.trim(), z.minLength(1, 'Enter the code.'), z.maxLength(64));

/** How a login may be finished (ID-02). */
export const secondFactorMethod = z.enum(['totp', 'recovery_code', 'passkey']);

export type RegistrationResponse = z.output<typeof registrationResponse>;
export type AuthenticationResponse = z.output<typeof authenticationResponse>;
export type NewPasskey = z.output<typeof newPasskey>;
export type Passkey = z.output<typeof passkey>;
export type SecondFactorMethod = z.output<typeof secondFactorMethod>;
