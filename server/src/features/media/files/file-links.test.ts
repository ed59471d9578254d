import { FILE_LINK_SECONDS } from '@adda/contract/media';
import { describe, expect, it } from 'vitest';
import { createFileLinks, type FileLink } from '../links.service.ts';

let now = Date.parse('2026-11-21T12:00:01Z');
const clock = () => new Date(now);
const links = createFileLinks('a secret of the tests, long enough', clock);
const link: FileLink = { mediaId: '42', viewerId: 7, isPreview: false };

/** Returns the query of a link as the route parses it. */
function proofOf(path: string) {
  const { searchParams } = new URL(path, 'http://a.example');
  const part = (name: string) => searchParams.get(name) ?? '';
  return { for: part('for'), expires: part('expires'), sig: part('sig') };
}

describe('R-15, SV-60: a link to a file of a post', () => {
  it('names the post, is valid for its viewer, and marks a preview', () => {
    const path = links.linkTo(link);
    expect(path).toMatch(/^\/media\/file\/42\?for=[\w-]+&expires=\d+&sig=[\w-]+$/);
    expect(links.linkTo({ ...link, isPreview: true })).toMatch(/&preview=1$/);
    expect(links.secondsLeft(link, proofOf(path))).toBeGreaterThanOrEqual(FILE_LINK_SECONDS);
    expect(links.secondsLeft(link, proofOf(path))).toBeLessThan(FILE_LINK_SECONDS + 600);
  });

  it('does not reveal its viewer', () => {
    expect(proofOf(links.linkTo(link)).for).not.toContain('7'.repeat(2));
    expect(proofOf(links.linkTo(link)).for).not.toBe(proofOf(links.linkTo({ ...link, viewerId: 8 })).for);
  });

  it.each([
    ['another post', { mediaId: '43' }],
    ['another viewer', { viewerId: 8 }],
    ['the preview', { isPreview: true }],
  ])('is invalid for %s', (_name, other) => {
    expect(links.secondsLeft({ ...link, ...other }, proofOf(links.linkTo(link)))).toBe(0);
  });

  it('is invalid after any change', () => {
    const proof = proofOf(links.linkTo(link));
    const other = proofOf(links.linkTo({ ...link, viewerId: 8 }));
    const flipped = `${proof.sig.startsWith('A') ? 'B' : 'A'}${proof.sig.slice(1)}`;
    for (const altered of [
      { expires: String(Number(proof.expires) + 600) },
      { expires: `0${proof.expires}` },
      { expires: '' },
      { sig: flipped },
      { sig: `${proof.sig}=` },
      { sig: '' },
      { sig: 'é'.repeat(43) },
      { for: other.for },
      { for: '' },
      other,
    ])
      expect(links.secondsLeft(link, { ...proof, ...altered }), JSON.stringify(altered)).toBe(0);
    expect(links.secondsLeft(link, proof)).toBeGreaterThan(0);
  });

  it('expires, and stays the same for a while before', () => {
    const path = links.linkTo(link);
    now += 5 * 60_000;
    expect(links.linkTo(link)).toBe(path);
    now += FILE_LINK_SECONDS * 1000 + 6 * 60_000;
    expect(links.secondsLeft(link, proofOf(path))).toBe(0);
    expect(links.linkTo(link)).not.toBe(path);
  });

  it('of another server is invalid', () => {
    const foreign = createFileLinks('another secret of the tests, too', clock);
    expect(links.secondsLeft(link, proofOf(foreign.linkTo(link)))).toBe(0);
  });

  it('ID-08: of a former secret is valid as long as its signatures count', () => {
    const former = 'a secret of the tests, long enough';
    const path = links.linkTo(link);
    const current = 'another secret of the tests, too';
    const [accepting, opening] = [
      createFileLinks({ current, accepted: [former], opening: [former] }, clock),
      createFileLinks({ current, accepted: [], opening: [former] }, clock),
    ];
    expect(accepting.secondsLeft(link, proofOf(path))).toBe(links.secondsLeft(link, proofOf(path)));
    expect(accepting.secondsLeft({ ...link, viewerId: link.viewerId + 1 }, proofOf(path))).toBe(0);
    expect(opening.secondsLeft(link, proofOf(path))).toBe(0);
    expect(accepting.linkTo(link)).toBe(createFileLinks(current, clock).linkTo(link));
  });
});
