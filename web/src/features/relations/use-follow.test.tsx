import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { refused, showPeople, type RequestHandler } from '../../test/people-page.tsx';
import { toast } from '../../ui/toast-store.ts';
import { cacheFollow } from './follow.queries.ts';
import { relationKeys, setBlock } from './relations.queries.ts';
import { useFollow } from './use-follow.tsx';

function Probe({ isKnown }: { isKnown: boolean }) {
  const { isFollowing, isBusy, toggle, dialogs } = useFollow('riya', { isKnown });
  return (
    <>
      <button type="button" onClick={toggle} aria-busy={isBusy}>
        {isFollowing ? 'Followed' : 'Follow'}
      </button>
      {dialogs}
    </>
  );
}

const done: RequestHandler = ({ path }) => ({
  body: { message: 'ok', following: path.includes('unfollow') ? [] : ['riya'] },
});
const show = (answering: RequestHandler, isKnown = false) =>
  showPeople(() => <Probe isKnown={isKnown} />, answering);
const button = (name: string) => screen.findByRole('button', { name });

describe('following', () => {
  it('FE-54, FE-56: Follow becomes Followed immediately, and the request names the user', async () => {
    const page = await show(done);
    await page.person.click(await button('Follow'));
    expect(await button('Followed')).toBeTruthy();
    await waitFor(() => expect(page.asked('POST /subscriptions/follow')).toHaveLength(1));
    expect(page.asked('POST /subscriptions/follow')[0]?.path).toBe(
      '/subscriptions/follow?target_username=riya',
    );
  });

  it('FE-55, FE-57, SH-40: Followed asks for confirmation, then unfollows', async () => {
    const page = await show(done, true);
    await page.person.click(await button('Followed'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Unfollow riya?' }));
    expect(page.asked('POST /subscriptions/unfollow')).toHaveLength(0);
    await page.person.click(dialog.getByRole('button', { name: 'Unfollow' }));
    expect(await button('Follow')).toBeTruthy();
    await waitFor(() => expect(page.asked('POST /subscriptions/unfollow')).toHaveLength(1));
    expect(page.asked('POST /subscriptions/unfollow')[0]?.path).toContain('?target_username=riya');
  });

  it('FE-55: Cancel changes nothing', async () => {
    const page = await show(done, true);
    await page.person.click(await button('Followed'));
    await page.person.click(await button('Cancel'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await button('Followed')).toBeTruthy();
    expect(page.asked('POST /subscriptions/unfollow')).toHaveLength(0);
  });

  it.each([
    ['follow', false, 'You cannot follow this user', 'You cannot follow this user'],
    ['follow', false, '', 'Failed to follow user'],
    ['unfollow', true, 'Not following', 'Not following'],
    ['unfollow', true, '', 'Failed to unfollow user'],
  ])(
    'FE-58, FE-59, X-51, ER-04: a failed %s is rolled back and shows the reason',
    async (what, isKnown, detail, text) => {
      const page = await show(() => refused(400, detail), isKnown);
      await page.person.click(await button(isKnown ? 'Followed' : 'Follow'));
      if (what === 'unfollow') await page.person.click(await button('Unfollow'));
      await waitFor(() => expect(toast.current()).toMatchObject([{ text, tone: 'problem' }]));
      expect(await button(isKnown ? 'Followed' : 'Follow')).toBeTruthy();
    },
  );

  it('a response of the server overrides the known state, except during a change', async () => {
    const page = await show(() => undefined);
    await button('Follow');
    cacheFollow(page.client, { username: 'riya', isFollowing: true });
    expect(await button('Followed')).toBeTruthy();
  });

  it('RP-20: a block ends it', async () => {
    const page = await show(() => ({ body: { message: 'ok' } }), true);
    cacheFollow(page.client, { username: 'riya', isFollowing: true });
    const block = page.client.getMutationCache().build(page.client, setBlock(page.client));
    await block.execute({ username: 'riya', isBlocked: true });
    expect(await button('Follow')).toBeTruthy();
    expect(page.client.getQueryData(relationKeys.follow('riya'))).toBe(false);
  });
});
