import { createHmac } from 'node:crypto';
import { LINK_SECONDS, FILE_LINK_SECONDS } from '@adda/contract/media';
import { noteSecurityEvent } from '../../platform/logging/security-log.ts';
import { isSameSecret } from '../../platform/secrets/same-secret.ts';
import { keysFor, type ServerSecret } from '../../platform/secrets/server-secrets.ts';

const HOUR = 3600;

/** The signed content of a link, besides its expiry. */
type LinkSubject =
  | readonly ['image' | 'audio' | 'evidence' | 'export', id: string, audience: string]
  | readonly ['remote', url: string];

/** The signature of a link; `expires` in seconds since 1970. */
export type LinkProof = { readonly expires: string; readonly signature: string };

/** Creates and checks links to media. The keys are derived from `secret`, the secret of the tokens. */
export function createLinks(secret: ServerSecret, clock: () => Date) {
  const keysOf = (use: string) => keysFor(secret, 'accepted', `adda media ${use}`);
  const [linkKeys, audienceKeys] = [keysOf('links'), keysOf('audiences')];
  const seconds = () => Math.floor(clock().getTime() / 1000);
  const sign = (subject: LinkSubject, expires: string, key = linkKeys[0]) =>
    // JSON separates the fields, so that no two links share a signature.
    createHmac('sha256', key)
      .update(JSON.stringify([...subject, expires]))
      .digest('base64url');
  const audienceToken = (audience: string, key: Buffer) =>
    createHmac('sha256', key).update(audience).digest().subarray(0, 16).toString('base64url');

  return {
    /** Returns an opaque token for an audience: `user:12` can neither be read from it nor forged. */
    audienceToken: (audience: string) => audienceToken(audience, audienceKeys[0]),
    /** Whether a token is that of an audience. */
    isFor: (token: string, audience: string) =>
      audienceKeys.some((key) => token === audienceToken(audience, key)),
    /** Signs for at least an hour. The expiry is rounded to a whole hour, so that repeated links are equal. */
    prove(subject: LinkSubject): LinkProof {
      const expires = String(Math.ceil((seconds() + LINK_SECONDS) / HOUR) * HOUR);
      return { expires, signature: sign(subject, expires) };
    },
    /** Returns the seconds for which a link is still valid; 0 when it is expired, altered or for another subject. */
    secondsLeft(subject: LinkSubject, { expires, signature }: LinkProof): number {
      const isValid = linkKeys.some((key) => isSameSecret(signature, sign(subject, expires, key)));
      if (!isValid) noteSecurityEvent('file_link_forged');
      return isValid ? Math.max(0, Number(expires) - seconds()) : 0;
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
      const isTheirs = links.isFor(proof.for, audienceOf(userId));
      return isTheirs ? links.secondsLeft(['evidence', copyId, proof.for], proof) : 0;
    },
  };
}

/** The data copy that a link opens, and its user. */
type ExportLink = { readonly exportId: string; readonly userId: number };

/** Creates and checks links to data copies, signed in the same way as links to images. */
export function createExportLinks(links: Links) {
  const subjectOf = ({ exportId }: Pick<ExportLink, 'exportId'>, token: string) =>
    ['export', exportId, token] as const;
  return {
    /** Returns the path with its query, valid only for the user whose data it is. */
    linkTo(link: ExportLink): string {
      const token = links.audienceToken(audienceOf(link.userId));
      const query = new URLSearchParams({ for: token, ...links.prove(subjectOf(link, token)) });
      return `/exports/${link.exportId}?${query.toString()}`;
    },
    /** Whether the link is still valid and was made for this user. */
    isValid(link: ExportLink, proof: LinkProof & { readonly for: string }): boolean {
      const isTheirs = links.isFor(proof.for, audienceOf(link.userId));
      return isTheirs && links.secondsLeft(subjectOf(link, proof.for), proof) > 0;
    },
  };
}

/** Expiry times are rounded to this step, so that repeated links are equal and browser caches work. */
const STEP_SECONDS = 600;

/** The post, viewer and variant that a link to a post's file refers to. */
export type FileLink = { readonly mediaId: string; readonly viewerId: number; readonly isPreview: boolean };

/** The query of a link to a post's file. */
type FileProof = { readonly for: string; readonly expires: string; readonly sig: string };

/**
 * Creates and checks links to the files of posts, each for one viewer (R-15, SV-60). The keys are derived from
 * `secret`, the secret of the tokens.
 */
export function createFileLinks(secret: ServerSecret, clock: () => Date) {
  const keysOf = (use: string) => keysFor(secret, 'accepted', `adda files ${use}`);
  const [linkKeys, viewerKeys] = [keysOf('links'), keysOf('viewers')];
  const seconds = () => Math.floor(clock().getTime() / 1000);
  /** An opaque token for the viewer. */
  const tokenOf = (viewerId: number, key = viewerKeys[0]) =>
    createHmac('sha256', key).update(String(viewerId)).digest().subarray(0, 12).toString('base64url');
  const sign = ({ mediaId, isPreview }: FileLink, token: string, expires: string, key = linkKeys[0]) =>
    // JSON separates the fields, so that no two links share a signature.
    createHmac('sha256', key)
      .update(JSON.stringify([mediaId, isPreview, token, expires]))
      .digest('base64url');

  return {
    /** Returns the path with its query. */
    linkTo(link: FileLink): string {
      const token = tokenOf(link.viewerId);
      const expires = String(Math.ceil((seconds() + FILE_LINK_SECONDS) / STEP_SECONDS) * STEP_SECONDS);
      const query = new URLSearchParams({
        for: token,
        expires,
        sig: sign(link, token, expires),
        ...(link.isPreview && { preview: '1' }),
      });
      return `/media/file/${encodeURIComponent(link.mediaId)}?${query.toString()}`;
    },
    /**
     * Returns the seconds for which the link is still valid for this viewer; 0 when it is expired, altered, or for
     * another user.
     */
    secondsLeft(link: FileLink, proof: FileProof): number {
      const isTheirs = viewerKeys.some((key) => isSameSecret(proof.for, tokenOf(link.viewerId, key)));
      const isSigned = linkKeys.some((key) =>
        isSameSecret(proof.sig, sign(link, proof.for, proof.expires, key)),
      );
      const isValid = isTheirs && isSigned;
      if (!isValid) noteSecurityEvent('file_link_forged');
      return isValid ? Math.max(0, Number(proof.expires) - seconds()) : 0;
    },
  };
}
