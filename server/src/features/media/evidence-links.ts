import type { LinkProof, Links } from './links.ts';

/** The query of a link to a file of evidence. */
export type EvidenceProof = LinkProof & { readonly for: string };

const audienceOf = (userId: number) => `user:${userId}`;

/** Links to files that are kept as evidence, each for one administrator; signed as links to images are. */
export function createEvidenceLinks(links: Links) {
  const tokenOf = (userId: number) => links.audienceToken(audienceOf(userId));
  return {
    /** The path with its query; whoever makes it has checked that the person is an administrator. */
    linkTo(copyId: string, userId: number): string {
      const token = tokenOf(userId);
      const query = { for: token, ...links.prove(['evidence', copyId, token]) };
      return `/media/evidence/${copyId}?${new URLSearchParams(query).toString()}`;
    },
    /** Seconds that the link still works for this person; 0 when it is over, altered, or somebody else's. */
    secondsLeft(copyId: string, userId: number, proof: EvidenceProof): number {
      const isTheirs = proof.for === tokenOf(userId);
      return isTheirs ? links.secondsLeft(['evidence', copyId, proof.for], proof) : 0;
    },
  };
}
