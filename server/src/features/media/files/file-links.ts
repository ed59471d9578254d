import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { FILE_LINK_SECONDS } from '@adda/contract/media';

/** Links end on such a step, so that a browser meets the same link for a while and finds what it has. */
const STEP_SECONDS = 600;

/** What a link to a post's file is for. */
export type FileLink = { readonly mediaId: string; readonly viewerId: number; readonly isPreview: boolean };

/** The query of a link to a post's file. */
export type FileProof = { readonly for: string; readonly expires: string; readonly sig: string };

/**
 * Signs links to the files of posts, each for one viewer, and checks them (R-15, SV-60). `secret` is the one of the
 * tokens; the keys here are derived from it.
 */
export function createFileLinks(secret: string, clock: () => Date) {
  const keyOf = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', `adda files ${use}`, 32));
  const linkKey = keyOf('links');
  const viewerKey = keyOf('viewers');
  const seconds = () => Math.floor(clock().getTime() / 1000);
  /** Whom a link is for, without saying so to others. */
  const tokenOf = (viewerId: number) =>
    createHmac('sha256', viewerKey).update(String(viewerId)).digest().subarray(0, 12).toString('base64url');
  const sign = ({ mediaId, isPreview }: FileLink, token: string, expires: string) =>
    // JSON keeps the parts apart, so that no two links share a signature.
    createHmac('sha256', linkKey)
      .update(JSON.stringify([mediaId, isPreview, token, expires]))
      .digest('base64url');

  return {
    /** The path with its query. */
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
    /** Seconds that the link still works for this viewer; 0 when it is over, altered, or somebody else's. */
    secondsLeft(link: FileLink, proof: FileProof): number {
      const token = tokenOf(link.viewerId);
      const isRight = isSame(proof.sig, sign(link, token, proof.expires)) && isSame(proof.for, token);
      return isRight ? Math.max(0, Number(proof.expires) - seconds()) : 0;
    },
  };
}

/** Compared as text, because decoding would take several spellings for the same; in a time that tells nothing. */
function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
