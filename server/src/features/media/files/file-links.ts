import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { FILE_LINK_SECONDS } from '@adda/contract/media';

/** Expiry times are rounded to this step, so that repeated links are equal and browser caches work. */
const STEP_SECONDS = 600;

/** What a link to a post's file refers to. */
export type FileLink = { readonly mediaId: string; readonly viewerId: number; readonly isPreview: boolean };

/** The query of a link to a post's file. */
export type FileProof = { readonly for: string; readonly expires: string; readonly sig: string };

/**
 * Creates and checks links to the files of posts, each for one viewer (R-15, SV-60). The keys are derived from
 * `secret`, the secret of the tokens.
 */
export function createFileLinks(secret: string, clock: () => Date) {
  const keyOf = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', `adda files ${use}`, 32));
  const linkKey = keyOf('links');
  const viewerKey = keyOf('viewers');
  const seconds = () => Math.floor(clock().getTime() / 1000);
  /** An opaque token for the viewer. */
  const tokenOf = (viewerId: number) =>
    createHmac('sha256', viewerKey).update(String(viewerId)).digest().subarray(0, 12).toString('base64url');
  const sign = ({ mediaId, isPreview }: FileLink, token: string, expires: string) =>
    // JSON separates the fields, so that no two links share a signature.
    createHmac('sha256', linkKey)
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
      const token = tokenOf(link.viewerId);
      const isRight = isSame(proof.sig, sign(link, token, proof.expires)) && isSame(proof.for, token);
      return isRight ? Math.max(0, Number(proof.expires) - seconds()) : 0;
    },
  };
}

/** Compares as text, because decoding would accept several encodings of one value; in constant time. */
function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
