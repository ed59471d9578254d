import { AUDIO_MAX_BYTES } from '@adda/contract/media';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  replies,
  SCANNER_SECRET,
  startScanner,
  type ScannerStub,
} from '../../safety/uploads/scanner.fixture.ts';
import type { FlaggedText } from '../../safety/index.ts';
import { startMedia, type MediaFixture } from '../media.fixture.ts';
import { makeAudio } from '../video/videos.fixture.ts';
import {
  recorderKinds,
  recording,
  sendRecording,
  unusableRecordings,
  uploadRecording,
} from './recordings.fixture.ts';

declare module '../../../platform/jobs/payloads.ts' {
  interface JobPayloads {
    'media.unused-recordings': null;
  }
}

let scanner: ScannerStub;
let fixture: MediaFixture;
const raised: FlaggedText[] = [];
beforeAll(async () => {
  scanner = await startScanner();
  fixture = await startMedia({ scanner: { url: scanner.url, secret: SCANNER_SECRET } });
  fixture.safety.wordFilter.onReported(async (flagged) => void raised.push(flagged));
});
afterEach(async () => {
  scanner.answer(replies.allow);
  // Neither uploads nor results of the writer remain.
  await vi.waitUntil(async () => (await fixture.uploadsOnDisk()).length === 0);
});
afterAll(async () => {
  await fixture.stop();
  await scanner.stop();
});

type Person = Awaited<ReturnType<MediaFixture['person']>>;
const send = (person: Person, bytes?: Uint8Array) => sendRecording(fixture.url, person, bytes);
const linkOf = (id: string, { userId }: Person) =>
  fixture.media.messageLink({ kind: 'audio', id }, `user:${userId}`);

describe('VM-01: POST /api/audio/upload', () => {
  it.each(Object.entries(recorderKinds))('accepts %s', async (_name, recipe) => {
    const person = await fixture.person();
    const answer = await send(person, await makeAudio({ ...recipe, seconds: 1.5 }));
    expect(answer).toEqual({
      status: 200,
      audio_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      duration_ms: expect.any(Number),
      waveform: expect.any(Array),
    });
    expect(Math.abs((answer.duration_ms ?? 0) - 1500)).toBeLessThan(60);
    expect(answer.waveform).toHaveLength(64);
    const opened = await fixture.open(linkOf(answer.audio_id ?? '', person), person);
    expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'audio/mp4']);
    expect(opened.bytes.subarray(4, 8).toString()).toBe('ftyp');
  });

  it('refuses more than 10 MB, with or without an announced size', async () => {
    const person = await fixture.person();
    const refused = { status: 413, code: 'audio_too_large', detail: 'Recording exceeds 10 MB' };
    const wav = await recording({ container: 'wav', codec: 'pcm_s16le' });
    expect(await send(person, Buffer.concat([wav], AUDIO_MAX_BYTES + 1))).toEqual(refused);
  });

  it('refuses a form without a file, and an empty file', async () => {
    const person = await fixture.person();
    const missing = { status: 400, code: 'audio_missing', detail: 'Please record something first' };
    expect(await send(person)).toEqual(missing);
    expect(await send(person, Buffer.alloc(0))).toEqual(missing);
  });

  it('R-16: refuses other content, and keeps nothing of it', async () => {
    const person = await fixture.person();
    const before = await fixture.keptFiles();
    for (const [name, make] of Object.entries(unusableRecordings))
      expect(await send(person, await make()), name).toEqual({
        status: 400,
        code: 'invalid_audio',
        detail: 'This recording can’t be read',
      });
    expect(await fixture.keptFiles()).toEqual(before);
  }, 60_000);

  it('R-13: needs a session', async () => {
    const nobody = { token: '', username: '', userId: 0 };
    expect((await send(nobody, await recording())).status).toBe(401);
  });

  it('VM-03: refuses guests in their first hour', async () => {
    const guest = await fixture.person();
    const { db } = fixture.database;
    await sql`UPDATE users SET is_guest = true, created_at = ${fixture.now()} WHERE id = ${guest.userId}`.execute(
      db,
    );
    expect(await send(guest, await recording())).toMatchObject({ status: 403, code: 'voice_not_yet' });
    const age = (minutes: number) => new Date(fixture.now().getTime() - minutes * 60_000);
    await sql`UPDATE users SET created_at = ${age(59)} WHERE id = ${guest.userId}`.execute(db);
    expect(await send(guest)).toMatchObject({ status: 403, code: 'voice_not_yet' });
    await sql`UPDATE users SET created_at = ${age(61)} WHERE id = ${guest.userId}`.execute(db);
    expect(await send(guest, await recording())).toMatchObject({ status: 200 });
  });
});

describe('VM-01, R-15: the sound of a recording', () => {
  it('is served in ranges', async () => {
    const person = await fixture.person();
    const link = linkOf(await uploadRecording(fixture.url, person), person);
    const whole = await fixture.open(link, person);
    expect(whole.headers.get('accept-ranges')).toBe('bytes');
    const headers = { authorization: `Bearer ${person.token}` };
    const part = async (range: string) => {
      const response = await fetch(fixture.url + link, { headers: { ...headers, range } });
      return {
        status: response.status,
        range: response.headers.get('content-range'),
        bytes: Buffer.from(await response.arrayBuffer()),
      };
    };
    const size = whole.bytes.length;
    expect(await part('bytes=2-5')).toEqual({
      status: 206,
      range: `bytes 2-5/${size}`,
      bytes: whole.bytes.subarray(2, 6),
    });
    expect(await part('bytes=-3')).toMatchObject({ status: 206, bytes: whole.bytes.subarray(size - 3) });
    expect(await part(`bytes=${size}-`)).toMatchObject({ status: 416, range: `bytes */${size}` });
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'audio/mp4',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });

  it('opens before it is sent for its owner only', async () => {
    const [owner, other] = [await fixture.person(), await fixture.person()];
    const id = await uploadRecording(fixture.url, owner);
    expect((await fixture.open(linkOf(id, owner), owner)).status).toBe(200);
    const refusals = [
      await fixture.open(linkOf(id, owner), other),
      await fixture.open(linkOf(id, owner)),
      await fixture.open(linkOf(id, owner).replace(/signature=./, 'signature=!'), owner),
      await fixture.open(linkOf(id, owner).replace('/media/audio/', '/media/images/'), owner),
    ];
    for (const { status, code } of refusals) expect([status, code]).toEqual([403, 'link_expired']);
    const foreign = await fixture.open(linkOf(id, other), other);
    expect([foreign.status, foreign.code]).toEqual([404, 'audio_not_found']);
    const unknown = await fixture.open(linkOf('0123456789abcdef', owner), owner);
    expect([unknown.status, unknown.code]).toEqual([404, 'audio_not_found']);
  });
});

describe('VM-01: a recording that is not sent', () => {
  it('is removed after 24 hours with its bytes, and not before', async () => {
    const { media, database, jobs } = fixture;
    const person = await fixture.person();
    const sweep = async () => {
      await database.transaction((tx) => jobs.enqueue(tx, 'media.unused-recordings', null));
      await jobs.runPending();
    };
    const old = await uploadRecording(fixture.url, person);
    const sent = await uploadRecording(fixture.url, person);
    await sql`UPDATE recordings SET used_at = now() WHERE id = ${sent}`.execute(database.db);
    fixture.passSeconds(24 * 3600 - 60);
    const { token } = await fixture.person();
    const young = await uploadRecording(fixture.url, { token });
    await sweep();
    expect(await fixture.keptFiles()).toEqual(expect.arrayContaining([`${old}-audio`]));
    fixture.passSeconds(120);
    await sweep();
    const kept = await fixture.keptFiles();
    expect(kept).not.toContain(`${old}-audio`);
    expect(kept).toEqual(expect.arrayContaining([`${sent}-audio`, `${young}-audio`]));
    expect(await media.findUnsentRecording(person.userId, old)).toBeUndefined();
  });

  it('R-13: is found for its owner only', async () => {
    const [owner, other] = [await fixture.person(), await fixture.person()];
    const id = await uploadRecording(fixture.url, owner);
    expect(await fixture.media.findUnsentRecording(owner.userId, id)).toMatchObject({ id });
    expect(await fixture.media.findUnsentRecording(other.userId, id)).toBeUndefined();
  });
});

describe('VM-03, SV-105: a recording is screened before other users may hear it', () => {
  it('in its re-encoded form, and it is not stored when the scanner refuses it', async () => {
    const person = await fixture.person();
    const count = scanner.scanned.length;
    const id = await uploadRecording(fixture.url, person);
    const scanned = scanner.scanned.slice(count);
    expect(scanned).toHaveLength(1);
    expect(scanned[0]?.headers).toMatchObject({
      'content-type': 'audio/mp4',
      'x-adda-purpose': 'message',
      'x-adda-kind': 'audio',
    });
    expect(scanned[0]?.body).toEqual((await fixture.open(linkOf(id, person), person)).bytes);
    const before = await fixture.keptFiles();
    scanner.answer(replies.refuse);
    expect(await send(person, await recording())).toMatchObject({ status: 400, code: 'upload_refused' });
    scanner.answer(replies.fails);
    expect(await send(person, await recording())).toMatchObject({ status: 503, code: 'scanner_unavailable' });
    expect(await fixture.keptFiles()).toEqual(before);
  });

  it('and reported, when the scanner wants a review', async () => {
    const person = await fixture.person();
    scanner.answer(replies.review);
    const id = await uploadRecording(fixture.url, person);
    await vi.waitFor(async () => {
      await fixture.jobs.runPending();
      expect(raised.at(-1)).toMatchObject({ userId: person.userId, audioId: id });
    });
  });

  it('and refused, when its hash was listed before or after the upload', async () => {
    const { database, media, safety } = fixture;
    const person = await fixture.person();
    const bytes = await recording({ levels: [0.3] });
    const id = await uploadRecording(fixture.url, person, bytes);
    await database.transaction(async (tx) =>
      safety.uploads.keepOut(tx, await media.hashesOf(tx, { audioIds: [id] }), {
        addedBy: person.userId,
        reportId: 'a report',
        note: null,
      }),
    );
    expect(await send(person, bytes)).toMatchObject({ status: 400, code: 'upload_refused' });
    await expect(media.findUnsentRecording(person.userId, id)).rejects.toMatchObject({
      code: 'upload_refused',
    });
  });
});
