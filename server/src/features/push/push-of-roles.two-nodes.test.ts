import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { startTestApp } from '../../test/app.fixture.ts';
import { makeKnown } from '../../test/known-people.fixture.ts';
import { roleSettings } from '../../test/role.fixture.ts';
import { hasServices } from '../../test/two-nodes.fixture.ts';
import { connectChat } from '../direct/direct.fixture.ts';
import { connectTo, eventually } from '../rooms/rooms.fixture.ts';
import { openPush, PUSH_SETTINGS } from './push.fixture.ts';

/** Longer than a message waits until its push is due, and than two looks at what is due. */
const DUE_MS = 6_000;

it.runIf(hasServices)(
  'CL-06, PN-03: a web node hands no push over, a jobs node beside it does, but none about a room open on the web node',
  { timeout: 120_000 },
  async () => {
    const web = await openPush(roleSettings('web'));
    onTestFinished(web.stop);
    const [asha, omar] = [await web.person(), await web.person()];
    await makeKnown(web.db, [asha, omar]);
    const browser = await web.browserOf(omar);
    await (await connectChat(web.url, asha, omar)).say('Hello');
    await delay(DUE_MS);
    expect(web.service.asked).toEqual([]);

    const jobs = await startTestApp(
      { ...PUSH_SETTINGS, ...roleSettings('jobs', web.url) },
      { pushServices: { ca: web.service.ca }, database: web.app.database },
    );
    onTestFinished(jobs.stop);
    await eventually(() =>
      expect(browser.received.map(({ payload }) => payload.body)).toEqual([expect.stringContaining('Hello')]),
    );

    // Only the web node knows that the room is open, and drops the push before the jobs node takes it.
    const name = `Room ${randomUUID().slice(0, 8)}`;
    const { data } = await web.client('POST /groupchat/groups/create', { body: { name } }, asha);
    await web.client('POST /groupchat/groups/join', { body: { group_id: data.group_id } }, omar);
    await connectTo(web.url, omar, data.group_id);
    const room = await connectTo(web.url, asha, data.group_id);
    await room.send(`Look, @${omar.username}`, { audience: 'room' });
    await delay(DUE_MS);
    expect(browser.received).toHaveLength(1);
  },
);
