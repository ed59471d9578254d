import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { createToldItems } from '../../activity/told-items.fixture.ts';
import { connectShellTo } from '../../direct/direct.fixture.ts';
import { eventually } from '../../rooms/rooms.fixture.ts';
import { startPostActivity } from './post-activity.fixture.ts';

// The embedded engine has one connection, so that everybody waits for a transaction.
it.runIf(process.env['TEST_DATABASE_URL'])(
  'NT-04: a user whose activity takes long to read delays nobody else',
  async () => {
    const fixture = await startPostActivity();
    const { poster, postBy, like, comment, client, database, url } = fixture;
    const { items } = createToldItems(fixture);
    const [ann, zoe, yan] = [await poster(), await poster(), await poster()];
    const [annPost, zoePost] = [await postBy(ann), await postBy(zoe)];
    await like(yan, annPost);
    await comment(zoe, annPost, 'Before the like was read');
    const [newest] = await items(ann);
    const [annShell, zoeShell] = [await connectShellTo(url, ann), await connectShellTo(url, zoe)];
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>();
    // A held lock would keep the application from closing.
    onTestFinished(() => release());
    // Reading Ann's likes waits for this.
    const holding = database.transaction(async (tx) => {
      // On a busy machine the test holds the lock longer than the application allows.
      await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(tx);
      await sql`LOCK TABLE post_likes IN ACCESS EXCLUSIVE MODE`.execute(tx);
      isLocked();
      await released;
    });
    await locked;
    await comment(yan, annPost, 'While it can not be read');
    const reading = client('POST /activity/read', { body: { up_to: newest?.activity_id ?? '' } }, ann);
    await comment(yan, zoePost, 'Somewhere else');
    await eventually(() => expect(zoeShell.all('activity')).toHaveLength(1));
    const toldAnn = () => JSON.stringify(annShell.all('activity'));
    expect(toldAnn()).not.toContain('While it can not be read');
    release();
    await Promise.all([holding, reading]);
    await eventually(() => expect(toldAnn()).toContain('While it can not be read'));
  },
);
