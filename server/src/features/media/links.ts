import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { LINK_SECONDS } from '@adda/contract/media';

const HOUR = 3600;

/** The signed content of a link, besides its expiry. */
export type LinkSubject =
  | readonly ['image' | 'evidence' | 'export', id: string, audience: string]
  | readonly ['remote', url: string];

/** The signature of a link; `expires` in seconds since 1970. */
export type LinkProof = { readonly expires: string; readonly signature: string };

/** Creates and checks links to media. The keys are derived from `secret`, the secret of the tokens. */
export function createLinks(secret: string, clock: () => Date) {
  const keyOf = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', `adda media ${use}`, 32));
  const linkKey = keyOf('links');
  const audienceKey = keyOf('audiences');
  const seconds = () => Math.floor(clock().getTime() / 1000);
  const sign = (subject: LinkSubject, expires: string) =>
    // JSON separates the fields, so that no two links share a signature.
    createHmac('sha256', linkKey)
      .update(JSON.stringify([...subject, expires]))
      .digest('base64url');

  return {
    /** Returns an opaque token for an audience: `user:12` can neither be read from it nor forged. */
    audienceToken: (audience: string) =>
      createHmac('sha256', audienceKey).update(audience).digest().subarray(0, 16).toString('base64url'),
    /** Signs for at least an hour. The expiry is rounded to a whole hour, so that repeated links are equal. */
    prove(subject: LinkSubject): LinkProof {
      const expires = String(Math.ceil((seconds() + LINK_SECONDS) / HOUR) * HOUR);
      return { expires, signature: sign(subject, expires) };
    },
    /** Returns the seconds for which a link is still valid; 0 when it is expired, altered or for another subject. */
    secondsLeft(subject: LinkSubject, { expires, signature }: LinkProof): number {
      // Compared as text: decoding would accept several encodings of one value.
      const given = Buffer.from(signature);
      const right = Buffer.from(sign(subject, expires));
      if (given.length !== right.length || !timingSafeEqual(given, right)) return 0;
      return Math.max(0, Number(expires) - seconds());
    },
  };
}

export type Links = ReturnType<typeof createLinks>;

/** The query of a link to an evidence file. */
type EvidenceProof = LinkProof & { readonly for: string };

const audienceOf = (userId: number) => `user:${userId}`;

/**
 * Creates and checks links to evidence files, each for one administrator. Signed in the same way as links to
 * images.
 */
export function createEvidenceLinks(links: Links) {
  const tokenOf = (userId: number) => links.audienceToken(audienceOf(userId));
  return {
    /** Returns the path with its query. The caller has checked that the user is an administrator. */
    linkTo(copyId: string, userId: number): string {
      const token = tokenOf(userId);
      const query = { for: token, ...links.prove(['evidence', copyId, token]) };
      return `/media/evidence/${copyId}?${new URLSearchParams(query).toString()}`;
    },
    /**
     * Returns the seconds for which the link is still valid for this user; 0 when it is expired, altered, or for
     * another user.
     */
    secondsLeft(copyId: string, userId: number, proof: EvidenceProof): number {
      const isTheirs = proof.for === tokenOf(userId);
      return isTheirs ? links.secondsLeft(['evidence', copyId, proof.for], proof) : 0;
    },
  };
}

/** The data copy that a link opens, and its user. */
type ExportLink = { readonly exportId: string; readonly userId: number };

/** Creates and checks links to data copies, signed in the same way as links to images. */
export function createExportLinks(links: Links) {
  const subjectOf = ({ exportId, userId }: ExportLink) =>
    ['export', exportId, links.audienceToken(`user:${userId}`)] as const;
  return {
    /** Returns the path with its query, valid only for the user whose data it is. */
    linkTo(link: ExportLink): string {
      const subject = subjectOf(link);
      const query = new URLSearchParams({ for: subject[2], ...links.prove(subject) });
      return `/exports/${link.exportId}?${query.toString()}`;
    },
    /** Whether the link is still valid and was made for this user. */
    isRight(link: ExportLink, proof: LinkProof & { readonly for: string }): boolean {
      const subject = subjectOf(link);
      return proof.for === subject[2] && links.secondsLeft(subject, proof) > 0;
    },
  };
}
