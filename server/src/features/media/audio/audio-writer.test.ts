import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AUDIO_MAX_SECONDS, WAVEFORM_SLICES } from '@adda/contract/media';
import { describe, expect, it, onTestFinished } from 'vitest';
import { countingHost } from '../../../platform/outbound/counting-host.fixture.ts';
import { boxAt, makeAudio, probe } from '../video/videos.fixture.ts';
import { createAudioWriter } from './audio-writer.service.ts';
import { recorderKinds, recording, silentWav, unusableRecordings } from './recordings.fixture.ts';

/** Re-encodes a recording in a separate process. Throws the errors of the writer. */
async function rewritten(bytes: Uint8Array, options: Parameters<typeof createAudioWriter>[0] = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'adda-recording-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [source, file] = [path.join(folder, 'source'), path.join(folder, 'written')];
  await writeFile(source, bytes);
  const result = await createAudioWriter(options).write({ source, file });
  return { ...result, content: await readFile(file) };
}

describe('VM-01, R-16: a recording', () => {
  it.each(Object.entries(recorderKinds))('%s becomes AAC in MP4', async (_name, recipe) => {
    const metadata = { title: 'Nadia', location: '+09.9674+076.2454/', date: '2026-01-02' };
    const source = await makeAudio({ ...recipe, seconds: 2, metadata });
    const { content, durationMs, bytes, waveform } = await rewritten(source);
    expect(bytes).toBe(content.length);
    expect(Math.abs(durationMs - 2000)).toBeLessThan(60);
    expect(waveform).toHaveLength(WAVEFORM_SLICES);
    // The first and the last slice may contain the edge of the tone.
    for (const peak of waveform.slice(2, -4)) expect(Math.abs(peak - 50)).toBeLessThan(8);
    const seen = await probe(content);
    expect(seen.format).toContain('mp4');
    expect(seen.tracks.map(({ codec }) => codec)).toEqual(['aac']);
    expect(Math.abs(seen.seconds - 2)).toBeLessThan(0.11);
    expect(boxAt(content, 'moov'), 'it plays while it loads').toBeLessThan(boxAt(content, 'mdat'));
    expect(content.toString('latin1')).not.toMatch(/Nadia|09\.967|2026|Lavf|Lavc/);
  });

  it('VM-01: the waveform has the peaks of 64 equal slices; 100 is full scale and silence is 0', async () => {
    const levels = [1, 0, 0.25, 0.5];
    const { waveform } = await rewritten(
      await recording({ container: 'wav', codec: 'pcm_s16le', levels, seconds: 4 }),
    );
    const middles = [8, 24, 40, 56].map((slice) => waveform[slice]);
    expect(middles).toEqual([100, 0, 25, 50]);
    const silence = await rewritten(await recording({ levels: [0] }));
    expect(silence.waveform).toEqual(Array.from({ length: WAVEFORM_SLICES }, () => 0));
    expect(silence.durationMs).toBeGreaterThan(900);
  });

  it('VM-01: of few samples has a waveform of 64 slices, too', async () => {
    const { waveform, durationMs } = await rewritten(
      await recording({ container: 'wav', codec: 'pcm_s16le', seconds: 0.02 }),
    );
    expect(durationMs).toBe(20);
    expect(waveform).toHaveLength(WAVEFORM_SLICES);
    expect(waveform.every((peak) => Number.isInteger(peak) && peak >= 0 && peak <= 100)).toBe(true);
  });

  it('VM-01: of the maximum length is accepted, one half a second longer is too long', async () => {
    expect(AUDIO_MAX_SECONDS).toBe(300);
    const maxSeconds = 2;
    const full = await rewritten(silentWav(maxSeconds), { maxSeconds });
    expect(full.durationMs).toBe(maxSeconds * 1000);
    const longer = rewritten(silentWav(maxSeconds + 0.5), { maxSeconds });
    await expect(longer).rejects.toMatchObject({ name: 'AudioTooLong' });
  });

  it('that was cut off keeps what can be decoded', async () => {
    const source = await recording({ seconds: 4 });
    const { durationMs } = await rewritten(source.subarray(0, Math.floor(source.length / 2)));
    expect(durationMs).toBeGreaterThan(500);
    expect(durationMs).toBeLessThan(4000);
  });

  it.each(Object.entries(unusableRecordings))('R-16: %s is refused', async (_name, make) => {
    await expect(rewritten(await make())).rejects.toMatchObject({ name: 'UnusableAudio' });
  });

  it('R-16, R-17: no address inside a file is opened', async () => {
    const host = await countingHost((_request, response) => response.end('secret'));
    const address = `http://127.0.0.1:${host.port}/x.ts`;
    const mp4 = await recording({ container: 'mp4', codec: 'aac' });
    for (const source of [
      `#EXTM3U\n#EXTINF:1,\n${address}\n`,
      `OggS\n#EXTM3U\n#EXTINF:1,\n${address}\n`,
      `ffconcat version 1.0\nfile ${address}\n`,
      Buffer.concat([
        mp4.subarray(0, boxAt(mp4, 'ftyp') + 24),
        Buffer.from(`#EXTM3U\n#EXTINF:1,\n${address}\n`),
      ]),
    ])
      await expect(rewritten(Buffer.from(source))).rejects.toMatchObject({ name: 'UnusableAudio' });
    expect(host.asked).toEqual([]);
  });
});

describe('R-16: the audio process is limited', () => {
  it.each([
    ['memory', { maxBytes: 1 }, 'needs too much memory'],
    ['processor time', { cpuSeconds: 0.001 }, 'needs too much time'],
  ])('in %s, with a message', async (_name, limits, message) => {
    const source = silentWav(60);
    await expect(rewritten(source, limits)).rejects.toMatchObject({ name: 'UnusableAudio', message });
  });

  it('in time, without marking the recording as unusable', async () => {
    const source = silentWav(60);
    await expect(rewritten(source, { wallMs: 20 })).rejects.toMatchObject({ name: 'AudioLateError' });
  });
});
