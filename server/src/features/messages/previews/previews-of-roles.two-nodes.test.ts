import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { startTestApp } from '../../../test/app.fixture.ts';
import { roleSettings } from '../../../test/role.fixture.ts';
import { hasServices } from '../../../test/two-nodes.fixture.ts';
import { eventually } from '../../direct/direct.fixture.ts';
import { JWT_SECRET } from '../../rooms/rooms.fixture.ts';
import { pageOf, previewsOf, startPreviews } from './previews.fixture.ts';

/** Longer than a poll for due jobs, and far below the minute of the recurring job. */
const POLL_MS = 3_000;

it.runIf(hasServices)(
  'CL-06, FT-05: a web node fetches no page; a jobs node does at once, and the sockets of the web node get the card',
  { timeout: 120_000 },
  async () => {
    const web = await startPreviews({ ...roleSettings('web'), LINK_PREVIEWS: 'on' });
    const { annClient, say } = await web.openRoom();
    const asked = web.asked.length;
    const first = await say(annClient, web.serve(pageOf('Assam')));
    await delay(POLL_MS);
    expect(web.asked).toHaveLength(asked);

    const jobs = await startTestApp(
      { ...roleSettings('jobs', web.url), JWT_SECRET },
      { outbound: web.outbound, database: web.database },
    );
    onTestFinished(jobs.stop);
    await eventually(() => expect(previewsOf(annClient)).toMatchObject([{ message_id: first }]));
    const sentAt = performance.now();
    const second = await say(annClient, web.serve(pageOf('Nilgiri')));
    await eventually(() =>
      expect(previewsOf(annClient)).toMatchObject([{ message_id: first }, { message_id: second }]),
    );
    expect(performance.now() - sentAt).toBeLessThan(20_000);
  },
);
