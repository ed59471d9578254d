import { API_KEY_HEADER, DEFAULT_API_KEY } from '@adda/contract/platform';
import { makeAudio, makeVideo, type AudioRecipe } from '../video/videos.fixture.ts';

/** A recipe for every kind of recording that is accepted. */
export const recorderKinds: Readonly<Record<string, AudioRecipe>> = {
  'WebM with Opus': { container: 'webm', codec: 'libopus' },
  'Ogg with Opus': { container: 'ogg', codec: 'libopus' },
  'MP4 with AAC': { container: 'mp4', codec: 'aac' },
  'MP4 with Opus': { container: 'mp4', codec: 'libopus' },
  WAV: { container: 'wav', codec: 'pcm_s16le' },
};

/** Returns a WebM of one second unless the recipe sets more, as a browser records it. */
export const recording = (recipe: Partial<AudioRecipe> = {}): Promise<Buffer> =>
  makeAudio({ container: 'webm', codec: 'libopus', ...recipe });

/** Returns a silent WAV of this length, with 8,000 samples of one byte per second. */
export function silentWav(seconds: number): Buffer {
  const samples = Math.round(seconds * 8000);
  const bytes = Buffer.alloc(44 + samples, 128);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(36 + samples, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(8000, 24);
  bytes.writeUInt32LE(8000, 28);
  bytes.writeUInt16LE(1, 32);
  bytes.writeUInt16LE(8, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(samples, 40);
  return bytes;
}

/** Path of the upload of recordings. */
export const AUDIO_PATH = '/api/audio/upload';

type UploadAnswer = {
  readonly status: number;
  readonly code?: string;
  readonly detail?: unknown;
  readonly audio_id?: string;
  readonly duration_ms?: number;
  readonly waveform?: readonly number[];
};

/** Uploads a recording as a browser does; without bytes the form has no file. */
export async function sendRecording(
  url: string,
  { token }: { readonly token: string },
  bytes?: Uint8Array,
): Promise<UploadAnswer> {
  const form = new FormData();
  if (bytes) form.set('file', new Blob([new Uint8Array(bytes)], { type: 'audio/webm' }), 'voice.webm');
  const response = await fetch(`${url}${AUDIO_PATH}`, {
    method: 'POST',
    headers: { [API_KEY_HEADER]: DEFAULT_API_KEY, authorization: `Bearer ${token}` },
    body: form,
  });
  const answer: Omit<UploadAnswer, 'status'> = JSON.parse(await response.text());
  return { ...answer, status: response.status };
}

/** Uploads a recording of a second. Returns its id. */
export async function uploadRecording(
  url: string,
  someone: { readonly token: string },
  bytes?: Uint8Array,
): Promise<string> {
  const { audio_id: id, ...answer } = await sendRecording(url, someone, bytes ?? (await recording()));
  if (id === undefined) throw new Error(`no recording: ${JSON.stringify(answer)}`);
  return id;
}

const HLS = '#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nhttp://127.0.0.1:9/x.ts\n';
const CONCAT = 'ffconcat version 1.0\nfile file:///etc/passwd\n';
const EBML = Buffer.from('1a45dfa3', 'hex');

/** Files that are no recording. Each is refused, and no address in it is opened. */
export const unusableRecordings: Readonly<Record<string, () => Promise<Buffer> | Buffer>> = {
  'text named .webm': () => Buffer.from('hello, this is a text '.repeat(50)),
  HTML: () => Buffer.from('<!doctype html><script>alert(1)</script>'),
  'a playlist': () => Buffer.from(HLS),
  'a list of files': () => Buffer.from(CONCAT),
  'a session description': () => Buffer.from('v=0\no=- 0 0 IN IP4 127.0.0.1\nm=audio 9 RTP/AVP 96\n'),
  'a playlist behind the first bytes of WebM': () => Buffer.concat([EBML, Buffer.from(`\n${HLS}`)]),
  'a playlist behind the first bytes of Ogg': () => Buffer.from(`OggS\n${HLS}`),
  'a list of files behind the first bytes of WAV': () =>
    Buffer.from(`RIFF\xff\xff\xff\x7fWAVE\n${CONCAT}`, 'latin1'),
  'MP4 with a picture track': () => makeVideo({ sound: 'aac' }),
  'MP4 with a picture track alone': () => makeVideo(),
  'Matroska with a picture track': () => makeVideo({ container: 'matroska', sound: 'aac' }),
  'MP4 without its index': async () => {
    const bytes = await recording({ container: 'mp4', codec: 'aac' });
    return bytes.subarray(0, bytes.indexOf('moov') - 4);
  },
  'WebM cut off in its header': async () => (await recording()).subarray(0, 100),
  'Ogg cut off in its header': async () => (await recording({ container: 'ogg' })).subarray(0, 60),
  'WAV without samples': async () =>
    (await recording({ container: 'wav', codec: 'pcm_s16le' })).subarray(0, 44),
  'WebM with Vorbis': () => recording({ codec: 'libvorbis' }),
  MP3: () => Buffer.from(`ID3\x03\0\0\0\0\0\0${'\xff\xfb\x90\0'.repeat(500)}`, 'latin1'),
};
