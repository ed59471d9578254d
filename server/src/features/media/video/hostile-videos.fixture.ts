import { boxAt, makeVideo } from './videos.fixture.ts';

const HUGE = 65_535;

/** Returns a modified copy. */
const changed = (bytes: Buffer, change: (copy: Buffer) => void): Buffer => {
  const copy = Buffer.from(bytes);
  change(copy);
  return copy;
};

function box(name: string, ...content: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.reduce((sum, part) => sum + part.length, 8));
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, ...content]);
}

/** Returns the whole box with a name, including its header. */
function boxOf(bytes: Buffer, name: string): Buffer {
  const at = boxAt(bytes, name) - 8;
  return bytes.subarray(at, at + bytes.readUInt32BE(at));
}

const ftyp = box('ftyp', Buffer.from('isom\0\0\0\0isommp42', 'latin1'));

/** Creates a movie whose boxes are nested this deeply. */
function nested(depth: number): Buffer {
  let inner: Buffer = Buffer.alloc(0);
  for (let level = 0; level < depth; level += 1) inner = box('trak', inner);
  return Buffer.concat([ftyp, box('moov', inner)]);
}

/** Creates a movie with this many copies of its first track. */
async function tracks(count: number): Promise<Buffer> {
  const video = await makeVideo();
  const trak = boxOf(video, 'trak');
  const all = Array.from({ length: count }, () => trak);
  return Buffer.concat([ftyp, box('moov', boxOf(video, 'mvhd'), ...all), boxOf(video, 'mdat')]);
}

/** Creates a movie whose track refers to data in another file. */
async function elsewhere(): Promise<Buffer> {
  const video = await makeVideo();
  const target = Buffer.from('\0\0\0\0file:///etc/passwd\0', 'latin1');
  const dref = box('dref', Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), box('url ', target));
  return changed(video, (copy) => {
    // Replaces the entry "in this file" by one with another file; the following data becomes invalid.
    dref.copy(copy, boxAt(copy, 'dref') - 8);
  });
}

const sizeIn = (entry: string) => (copy: Buffer) => {
  copy.writeUInt16BE(HUGE, boxAt(copy, entry, boxAt(copy, 'stsd')) + 24);
  copy.writeUInt16BE(HUGE, boxAt(copy, entry, boxAt(copy, 'stsd')) + 26);
};

/** Modifies the frame sizes and the duration in the header of an AVI. */
function insaneAvi(bytes: Buffer): Buffer {
  return changed(bytes, (copy) => {
    const header = boxAt(copy, 'avih') + 4;
    copy.writeUInt32LE(1, header);
    copy.writeUInt32LE(0xffff_ffff, header + 16);
    copy.writeUInt32LE(0xffff, header + 24);
    copy.writeInt32LE(0x7fff_ffff, boxAt(copy, 'strf') + 8);
    copy.writeInt32LE(0x7fff_ffff, boxAt(copy, 'strf') + 12);
  });
}

/** Modifies a movie so that each table claims four billion entries. */
const endlessTables = (bytes: Buffer) =>
  changed(bytes, (copy) => {
    for (const table of ['stts', 'stsz', 'stsc', 'stco'])
      copy.writeUInt32BE(0xffff_fff0, boxAt(copy, table) + (table === 'stsz' ? 8 : 4));
  });

/** Modifies a movie so that its one frame claims to last for days. */
const days = (bytes: Buffer) =>
  changed(bytes, (copy) => {
    copy.writeUInt32BE(1, boxAt(copy, 'mdhd') + 12);
    copy.writeUInt32BE(0x7fff_ffff, boxAt(copy, 'mdhd') + 16);
    copy.writeUInt32BE(0x7fff_ffff, boxAt(copy, 'mvhd') + 16);
    copy.writeUInt32BE(0x0fff_ffff, boxAt(copy, 'stts') + 12);
  });

const html = Buffer.from('<!doctype html><script>alert(1)</script>'.repeat(20));

/** Files that look like videos. None may be served, and none may harm the server. */
export const hostileVideos: Readonly<Record<string, () => Promise<Buffer> | Buffer>> = {
  'MP4 without its index': async () => {
    const video = await makeVideo();
    return video.subarray(0, boxAt(video, 'moov') - 8);
  },
  'MP4 truncated in its index': async () => {
    const video = await makeVideo();
    return video.subarray(0, video.length - 300);
  },
  'MP4 with blank frame data': async () => {
    const video = await makeVideo({ frames: 50 });
    const at = boxAt(video, 'mdat');
    return changed(video, (copy) => copy.fill(0, at, boxAt(copy, 'moov') - 8));
  },
  'MP4 with random frame data': async () =>
    changed(await makeVideo({ frames: 50 }), (copy) => {
      for (let at = boxAt(copy, 'mdat'); at < boxAt(copy, 'moov') - 8; at += 1) copy[at] = (at * 7919) & 255;
    }),
  'MP4 with frames of 6,000 by 4,000': () =>
    makeVideo({ codec: 'mpeg4', width: 6000, height: 4000, frames: 1 }),
  'AVI with frames of 6,000 by 4,000': () =>
    makeVideo({ container: 'avi', codec: 'mjpeg', width: 6000, height: 4000, frames: 1 }),
  'MOV with uncompressed frames of 65,535 by 65,535': async () =>
    changed(await makeVideo({ container: 'mov', codec: 'rawvideo', pixels: 'rgb24' }), sizeIn('raw ')),
  'MP4 with a claimed duration of days': async () => days(await makeVideo({ frames: 1 })),
  'MP4 with tables of four billion entries': async () => endlessTables(await makeVideo()),
  'MP4 of 5,000 tracks': () => tracks(5000),
  'MP4 with boxes nested 10,000 deep': () => nested(10_000),
  'MP4 with a box that is larger than the file': () =>
    Buffer.concat([ftyp, Buffer.from('ffffffff', 'hex'), Buffer.from('moov')]),
  'MP4 with many empty boxes': () =>
    Buffer.concat([ftyp, Buffer.alloc(100_000, Buffer.from('\0\0\0\x08free', 'latin1'))]),
  'MP4 without a video track': () => Buffer.concat([ftyp, box('moov', box('mvhd', Buffer.alloc(100)))]),
  'HTML with an MP4 signature': () => Buffer.concat([ftyp, html]),
  'MP4 with frame data in another file': elsewhere,
  'playlist with an MP4 signature': () =>
    Buffer.concat([ftyp, Buffer.from('\n#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n')]),
  'AVI truncated before its frames': async () =>
    (await makeVideo({ container: 'avi', codec: 'mpeg4' })).subarray(0, 400),
  'list of files with an AVI signature': () =>
    Buffer.concat([
      Buffer.from('RIFF\xff\xff\xff\x7fAVI LIST', 'latin1'),
      Buffer.from('ffconcat version 1.0\nfile /etc/passwd\n'),
    ]),
  'AVI of zeros': () =>
    Buffer.concat([Buffer.from('RIFF\xff\xff\xff\x7fAVI LIST', 'latin1'), Buffer.alloc(2_000_000)]),
  'Matroska with an MP4 signature': async () =>
    Buffer.concat([ftyp, await makeVideo({ container: 'matroska' })]),
};

/** Videos with false headers: refused, or re-encoded by their real content. */
export const lyingVideos: Readonly<Record<string, () => Promise<Buffer>>> = {
  'MP4 with frames of 65,535 by 65,535': async () =>
    changed(await makeVideo({ codec: 'mjpeg' }), sizeIn('mp4v')),
  'AVI with two billion rows and endless duration': async () =>
    insaneAvi(await makeVideo({ container: 'avi', codec: 'mjpeg' })),
};
