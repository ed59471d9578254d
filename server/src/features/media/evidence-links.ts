import type { LinkProof, Links } from './links.ts';

/** The query of a link to an evidence file. */
export type EvidenceProof = LinkProof & { readonly for: string };

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
