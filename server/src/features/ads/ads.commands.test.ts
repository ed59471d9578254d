import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../platform/admin-socket/index.ts';
import { startMedia, type MediaFixture } from '../media/media.fixture.ts';
import { halves } from '../media/pictures.fixture.ts';
import { createAdCommands } from './ads.commands.ts';

let fixture: MediaFixture;
beforeAll(async () => void (fixture = await startMedia()));
afterAll(() => fixture.stop());

/** Runs a command as the running server does, or as the command line does without a server. */
const run = (name: string, args: string[], isRunning = true) =>
  runCommand(createAdCommands(fixture.database, isRunning ? fixture.media : undefined), { name, args });

const ads = () => fixture.database.db.selectFrom('ads').selectAll().where('active_to', 'is', null).execute();

describe('SV-55: the commands of ads', () => {
  it('add, list and end an ad without a picture, with or without a running server', async () => {
    expect(await run('list-ads', [], false)).toBe('There are no ads.');
    const said = await run('add-ad', ['Chai House', 'HTTPS://chai.example', '-', '-'], false);
    const [ad] = await ads();
    expect(ad).toMatchObject({
      sponsor: 'Chai House',
      caption: null,
      image_id: null,
      target_url: 'https://chai.example/',
    });
    const adId = ad?.ad_id ?? '';
    expect(said).toBe(`${adId} is in the feed now.`);
    expect(await run('list-ads', [])).toBe(`${adId}  Chai House  https://chai.example/`);
    expect(await run('end-ad', [adId])).toBe(`${adId} is no longer in the feed.`);
    expect(await run('list-ads', [])).toBe('There are no ads.');
    await expect(run('end-ad', [adId])).rejects.toThrow(`There is no ad ${adId} in the feed.`);
    const auditRows = await fixture.database.db
      .selectFrom('audit_entries')
      .select(['actor_id', 'action'])
      .where('target', '=', `ad:${adId}`)
      .orderBy('id')
      .execute();
    expect(auditRows).toEqual([
      { actor_id: null, action: 'ad.add' },
      { actor_id: null, action: 'ad.end' },
    ]);
  });

  it('store a picture through the server; an admin owns it', async () => {
    const file = join(fixture.uploadFolder, 'chai.png');
    await writeFile(file, await halves().png().toBuffer());
    const args = ['Chai House', 'https://chai.example', 'Fresh', file];
    await expect(run('add-ad', args, false)).rejects.toThrow('Please start it first.');
    await expect(run('add-ad', args)).rejects.toThrow('Please make somebody one first.');
    const { userId } = await fixture.person();
    const { db } = fixture.database;
    await db.updateTable('users').set({ role: 'admin' }).where('id', '=', userId).execute();
    await run('add-ad', args);
    const [ad] = await ads();
    const image = await db
      .selectFrom('images')
      .selectAll()
      .where('id', '=', ad?.image_id ?? '')
      .executeTakeFirstOrThrow();
    expect(image).toMatchObject({ owner_id: userId, width: 60, height: 40, used_at: expect.any(Date) });
    await writeFile(file, 'no picture');
    await expect(run('add-ad', args)).rejects.toThrow(file);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://chai.example',
    'chai.example',
    '//chai.example',
  ])('refuses the address %s', async (address) => {
    const count = (await ads()).length;
    await expect(run('add-ad', ['Chai House', address, '-', '-'])).rejects.toThrow('https://');
    expect(await ads()).toHaveLength(count);
  });

  it('refuse a sponsor or a caption that is too long', async () => {
    const address = 'https://chai.example';
    for (const args of [
      ['x'.repeat(81), address, '-', '-'],
      ['Chai House', address, 'x'.repeat(501), '-'],
    ])
      await expect(run('add-ad', args)).rejects.toThrow('characters at most');
  });
});
