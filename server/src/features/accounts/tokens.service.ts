import { compactVerify, errors, SignJWT, type CryptoKey } from 'jose';
import * as z from 'zod/mini';
import { TOKEN_SECONDS } from '@adda/contract/accounts';
import { appError, type AppError } from '../../platform/errors.ts';
import { noteSecurityEvent } from '../../platform/logging/security-log.ts';
import { secretsFor, type ServerSecret } from '../../platform/secrets/server-secrets.ts';

const ALGORITHM = 'HS256';

const payload = z.object({ sub: z.string(), sid: z.string(), jti: z.string(), exp: z.int(), iat: z.int() });

/** Content of an access token. It is valid only while its session is stored. */
export type TokenClaims = {
  readonly username: string;
  readonly sessionId: string;
  readonly tokenId: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
};

/** Signs and verifies access tokens: compact JWS, payload `{sub, sid, jti, exp, iat}` (AU-03, AU-04). */
export type Tokens = {
  sign(token: { username: string; sessionId: string; tokenId: string }, now: Date): Promise<string>;
  /** Returns the claims of a genuine token, even an expired one. Throws `invalid_token` otherwise. */
  read(token: string): Promise<TokenClaims>;
};

/** Notes a token that this server did not sign like this (ID-08), and returns its refusal. */
function forged(): AppError {
  noteSecurityEvent('token_forged');
  return appError('invalid_token');
}

/** Returns the payload of a token that one of the keys has signed. Throws `invalid_token` otherwise. */
async function verify(token: string, keys: readonly CryptoKey[]): Promise<Uint8Array> {
  for (const key of keys) {
    try {
      return (await compactVerify(token, key, { algorithms: [ALGORITHM] })).payload;
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
    }
  }
  throw forged();
}

const importKey = (secret: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', new TextEncoder().encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ]);

/** Returns the parsed JSON; undefined if the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Creates the signer and verifier for a secret of at least 32 characters. The algorithm is fixed. Tokens of former secrets
 * are genuine too; each call of refresh returns one of the current secret (ADR 61).
 */
export function createTokens(secret: ServerSecret): Tokens {
  const [current, ...former] = secretsFor(secret, 'accepted');
  const key = importKey(current);
  const keys = Promise.all([key, ...former.map(importKey)]);
  return {
    async sign({ username, sessionId, tokenId }, now) {
      const issuedAt = Math.floor(now.getTime() / 1000);
      return new SignJWT({
        sub: username,
        sid: sessionId,
        jti: tokenId,
        iat: issuedAt,
        exp: issuedAt + TOKEN_SECONDS,
      })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .sign(await key);
    },
    async read(token) {
      const text = new TextDecoder().decode(await verify(token, await keys));
      const claims = payload.safeParse(parseJson(text));
      if (!claims.success) throw forged();
      const { sub, sid, jti, iat, exp } = claims.data;
      return {
        username: sub,
        sessionId: sid,
        tokenId: jti,
        issuedAt: new Date(iat * 1000),
        expiresAt: new Date(exp * 1000),
      };
    },
  };
}
