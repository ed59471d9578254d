import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { createVideoWriter } from './video-writer.service.ts';

/** Re-encodes a video in a separate process, as the job does. Throws the errors of the writer. */
export async function rewritten(bytes: Uint8Array, options: Parameters<typeof createVideoWriter>[0] = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'adda-rewriting-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const source = path.join(folder, 'source');
  await writeFile(source, bytes);
  const video = await createVideoWriter(options).write({ source, folder });
  return { ...video, content: await readFile(video.file), picture: await readFile(video.poster) };
}
