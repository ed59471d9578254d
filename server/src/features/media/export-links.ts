import type { LinkProof, Links } from './links.ts';

/** The data copy that a link opens, and its user. */
export type ExportLink = { readonly exportId: string; readonly userId: number };

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
