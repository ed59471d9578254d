import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { refused, showPeople, type RequestHandler } from '../../../test/people-page.tsx';
import { PostDialogs } from '../dialogs/post-dialogs.tsx';
import { creatorOf, postServer, queryOf, riyasPlan } from '../feed-page.fixture.tsx';
import { CreatorsStrip } from './creators-strip.tsx';

const LIST = 'GET /subscriptions/creators';
const PROFILE = 'GET /feed/profile/riya';

const show = (answering: RequestHandler) =>
  showPeople(
    () => (
      <PostDialogs>
        <CreatorsStrip />
      </PostDialogs>
    ),
    answering,
  );
const listing = (...names: string[]) => ({ body: { creators: names.map((name) => creatorOf(name)) } });

describe('the strip of creators', () => {
  it('FE-32, FE-41, CO-45, FE-31: loads six creators per page', async () => {
    const page = await show(
      postServer({
        [LIST]: (path) =>
          queryOf(path).skip === '0' ? listing('a1', 'a2', 'a3', 'a4', 'a5', 'a6') : listing('a6', 'a7'),
      }),
    );
    await page.person.click(await screen.findByRole('button', { name: 'More creators' }));
    expect(await screen.findByRole('button', { name: 'a7' })).toBeTruthy();
    expect(page.asked(LIST).map(({ path }) => queryOf(path))).toEqual([
      { skip: '0', limit: '6' },
      { skip: '6', limit: '6' },
    ]);
    expect(screen.getAllByRole('listitem')).toHaveLength(7);
    expect(screen.queryByRole('button', { name: 'More creators' })).toBeNull();
  });

  it('FE-61: shows a failure to load, and retries', async () => {
    const page = await show(postServer({ [LIST]: () => refused(400, 'x') }));
    expect(await screen.findByText('Failed to load creators')).toBeTruthy();
    page.answers(postServer({ [LIST]: () => listing('riya') }));
    await page.person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('button', { name: 'riya' })).toBeTruthy();
  });

  it('renders nothing without creators', async () => {
    const page = await show(postServer());
    await waitFor(() => expect(page.asked(LIST)).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Creators' })).toBeNull());
  });
});

describe('the card of a creator', () => {
  const open = async (profile: () => ReturnType<RequestHandler>) => {
    const page = await show(postServer({ [LIST]: () => listing('riya'), [PROFILE]: profile }));
    await page.person.click(await screen.findByRole('button', { name: 'riya' }));
    return { page, dialog: within(await screen.findByRole('dialog', { name: 'riya' })) };
  };
  const selling = (plans: unknown[]) => () => ({ body: { plans } });

  it('FE-37, FE-42, FE-43: shows the creator and links to the profile', async () => {
    const { dialog } = await open(selling([]));
    expect(dialog.getByText('Female, 27')).toBeTruthy();
    expect(dialog.getByText('Punjab, India')).toBeTruthy();
    expect(dialog.getByText('3 subscribers')).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Follow riya' })).toBeTruthy();
    expect(dialog.getByRole('link', { name: 'View profile' }).getAttribute('href')).toBe('/profile/riya');
    expect(await dialog.findByText('No subscription plans available for this creator')).toBeTruthy();
  });

  it('FE-45: links to the plans', async () => {
    const { page, dialog } = await open(
      selling([riyasPlan(), riyasPlan({ plan_id: `plan_${'b'.repeat(24)}`, amount: 20 })]),
    );
    await page.person.click(await dialog.findByRole('button', { name: 'See 2 plans' }));
    const plans = await screen.findByRole('dialog', { name: 'Subscribe to riya' });
    await waitFor(() => expect(plans.textContent).toContain('$20 for 30 days'));
  });

  it('X-56: shows a failure to load the plans', async () => {
    const { page, dialog } = await open(() => refused(400, 'x'));
    expect(await dialog.findByText('Failed to load subscription plans')).toBeTruthy();
    page.answers(postServer({ [LIST]: () => listing('riya'), [PROFILE]: selling([riyasPlan()]) }));
    await page.person.click(dialog.getByRole('button', { name: 'Try Again' }));
    expect(await dialog.findByRole('button', { name: 'See 1 plan' })).toBeTruthy();
  });
});
