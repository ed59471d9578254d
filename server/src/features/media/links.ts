import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { LINK_SECONDS } from '@adda/contract/media';

const HOUR = 3600;

/** What of a link the signature covers, besides its end. */
export type LinkSubject =
  | readonly ['image' | 'evidence' | 'export', id: string, audience: string]
  | readonly ['remote', url: string];

/** The part of a link that proves it; `expires` in seconds since 1970. */
export type LinkProof = { readonly expires: string; readonly signature: string };

/** Signs links to media and checks them. `secret` is the one of the tokens; its keys here are derived ones. */
export function createLinks(secret: string, clock: () => Date) {
  const keyOf = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', `adda media ${use}`, 32));
  const linkKey = keyOf('links');
  const audienceKey = keyOf('audiences');
  const seconds = () => Math.floor(clock().getTime() / 1000);
  const sign = (subject: LinkSubject, expires: string) =>
    // JSON keeps the parts apart, so that no two links share a signature.
    createHmac('sha256', linkKey)
      .update(JSON.stringify([...subject, expires]))
      .digest('base64url');

  return {
    /** Who a link is for, without saying so to others: `user:12` can't be read from it nor made by anyone else. */
    audienceToken: (audience: string) =>
      createHmac('sha256', audienceKey).update(audience).digest().subarray(0, 16).toString('base64url'),
    /** Works for an hour at least and ends on a whole hour, so that a browser meets the same link for a while. */
    prove(subject: LinkSubject): LinkProof {
      const expires = String(Math.ceil((seconds() + LINK_SECONDS) / HOUR) * HOUR);
      return { expires, signature: sign(subject, expires) };
    },
    /** Seconds that a link still works; 0 when it is over, altered or was made for something else. */
    secondsLeft(subject: LinkSubject, { expires, signature }: LinkProof): number {
      // Compared as text: decoding would take several spellings for the same.
      const given = Buffer.from(signature);
      const right = Buffer.from(sign(subject, expires));
      if (given.length !== right.length || !timingSafeEqual(given, right)) return 0;
      return Math.max(0, Number(expires) - seconds());
    },
  };
}

export type Links = ReturnType<typeof createLinks>;
