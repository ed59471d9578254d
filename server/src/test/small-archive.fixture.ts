/** A tar archive is a sequence of blocks; a header is one of them. */
const BLOCK = 512;
const NAME = { at: 0, length: 100 };
const SIZE = { at: 124, length: 12 };
const CHECKSUM = { at: 148, length: 8 };
const PREFIX = { at: 345, length: 155 };
/** PostgreSQL reads its write-ahead log in pages of this many bytes. */
const LOG_PAGE = 8192;
const LOG_SEGMENT = /\/pg_wal\/[0-9A-F]{24}$/;

/**
 * Returns a tar archive of a database folder with only the used part of one segment of its write-ahead log. A segment is
 * 16 MiB however little of it is used; the engine takes the end of the file for the end of the log.
 */
export function withOnlyLogSegment(archive: Buffer, segment: string): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at + BLOCK <= archive.length && archive[at] !== 0;) {
    const header = Buffer.from(archive.subarray(at, at + BLOCK));
    const size = Number.parseInt(textOf(header, SIZE), 8) || 0;
    const content = archive.subarray(at + BLOCK, at + BLOCK + size);
    const name = `${textOf(header, PREFIX)}/${textOf(header, NAME)}`;
    const other = LOG_SEGMENT.test(name) && !name.endsWith(segment);
    const kept = name.endsWith(segment) ? usedPages(content) : content;
    if (!other) parts.push(withSize(header, kept.length), kept, padding(kept.length));
    at += BLOCK + size + padding(size).length;
  }
  // Two empty blocks end an archive.
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]);
}

const padding = (size: number) => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

const textOf = (header: Buffer, { at, length }: { at: number; length: number }) =>
  header.toString('latin1', at, at + length).replace(/[\0 ].*$/s, '');

function usedPages(segment: Buffer): Buffer {
  const zeros = Buffer.alloc(LOG_PAGE);
  let pages = segment.length / LOG_PAGE;
  while (pages > 0 && segment.subarray((pages - 1) * LOG_PAGE, pages * LOG_PAGE).equals(zeros)) pages--;
  return segment.subarray(0, pages * LOG_PAGE);
}

/** The checksum is the sum of the header's bytes, with spaces in place of itself. */
function withSize(header: Buffer, size: number): Buffer {
  header.write(`${size.toString(8).padStart(SIZE.length - 1, '0')}\0`, SIZE.at, 'latin1');
  header.fill(' ', CHECKSUM.at, CHECKSUM.at + CHECKSUM.length);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, CHECKSUM.at, 'latin1');
  return header;
}
