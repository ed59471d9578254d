import type { LinkProof, Links } from './links.ts';

/** Whose copy of their data a link opens. */
export type ExportLink = { readonly exportId: string; readonly userId: number };

/** Links to copies of people's own data, signed as links to images are. */
export function createExportLinks(links: Links) {
  const subjectOf = ({ exportId, userId }: ExportLink) =>
    ['export', exportId, links.audienceToken(`user:${userId}`)] as const;
  return {
    /** The path with its query; for the person alone whose copy it is. */
    linkTo(link: ExportLink): string {
      const subject = subjectOf(link);
      const query = new URLSearchParams({ for: subject[2], ...links.prove(subject) });
      return `/exports/${link.exportId}?${query.toString()}`;
    },
    /** Whether the link still works, and was made for this person. */
    isRight(link: ExportLink, proof: LinkProof & { readonly for: string }): boolean {
      const subject = subjectOf(link);
      return proof.for === subject[2] && links.secondsLeft(subject, proof) > 0;
    },
  };
}
