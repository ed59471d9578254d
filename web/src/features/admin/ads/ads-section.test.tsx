import type { ManagedAd } from '@adda/contract/ads';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { refusal, type TestResponses } from '../../accounts/accounts.fixture.tsx';
import { hoursAgo, openConsole, setViewport } from '../admin.fixture.tsx';

beforeEach(() => {
  setViewport('desktop');
});

const adOf = (id: string, sponsor: string, overrides: Partial<ManagedAd> = {}): ManagedAd => ({
  ad_id: `ad_${id.repeat(24)}`,
  kind: 'feed',
  sponsor,
  caption: 'Fresh #chai every day',
  media_url: null,
  target_url: 'https://tea.example/',
  category: null,
  adType: null,
  reward: null,
  clicks: null,
  active_from: hoursAgo(50),
  active_to: null,
  created_at: hoursAgo(50),
  impressions: 2000,
  hides: 4,
  clicks_counted: 25,
  ...overrides,
});

const tea = adOf('a', 'Tea House');
const coins = adOf('b', 'Coin Works', {
  kind: 'reward',
  category: 'hot',
  adType: 'summer',
  reward: 8,
  clicks: 3,
  active_from: hoursAgo(-24),
  impressions: null,
  hides: null,
  clicks_counted: 7,
});
const past = adOf('c', 'Old Shop', { active_to: hoursAgo(1) });
const path = `PATCH /admin/ads/${tea.ad_id}`;

const open = (search: string, overrides: TestResponses = {}) =>
  openConsole(`view=ads${search}`, {
    'GET /admin/ads': { body: { ads: [tea, coins, past] } },
    ...overrides,
  });

it('SV-90: the catalogue is filtered by kind and by state', async () => {
  const { person, seen } = await open('');
  const list = within(await screen.findByRole('list', { name: 'Ads' }));
  expect(list.getAllByRole('listitem')).toHaveLength(3);
  await person.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'planned');
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Coin Works'),
  ]);
  await person.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'reward');
  await waitFor(() => expect(seen.at(-1)?.path).toContain('kind=reward'));
});

it('SV-90: an ad shows its figures and click rate, and a feed preview', async () => {
  await open(`&id=${tea.ad_id}`);
  const detail = within(await screen.findByRole('article'));
  expect(detail.getByText('2,000')).toBeDefined();
  expect(detail.getByText('1.3%')).toBeDefined();
  const preview = within(detail.getByRole('group', { name: 'Preview' }));
  expect(preview.getByText('Sponsored')).toBeDefined();
  expect(preview.getByText('#chai')).toBeDefined();
  expect(preview.getByText('Visit Tea House')).toBeDefined();
  expect(preview.queryByRole('link')).toBeNull();
});

it('SV-90: a reward ad shows only its clicks, since nothing else is counted', async () => {
  await open(`&id=${coins.ad_id}`);
  const figures = within(await screen.findByRole('article'));
  expect(figures.getByText('7')).toBeDefined();
  for (const name of ['Shown', 'Hidden', 'Click rate']) expect(figures.queryByText(name)).toBeNull();
});

it('a reward ad’s preview shows its clicks and coins', async () => {
  await open(`&id=${coins.ad_id}`);
  const preview = within(await screen.findByRole('group', { name: 'Preview' }));
  expect(preview.getByText('0 of 3 clicks')).toBeDefined();
  expect(preview.getByText('+8 coins')).toBeDefined();
  expect(preview.getByText('Open the ad')).toBeDefined();
});

it('SV-90: a reward ad is added with a schedule; the input is kept if it is rejected', async () => {
  const add = 'POST /admin/ads';
  const refused = refusal(400, 'ad_type_taken', 'There is an ad of this type already');
  const { person, seen, answer, address } = await open('', { [add]: refused });
  await person.click(await screen.findByRole('button', { name: 'New ad' }));
  const form = within(await screen.findByRole('form', { name: 'New ad' }));
  await person.selectOptions(form.getByRole('combobox', { name: 'Kind' }), 'reward');
  await person.type(form.getByRole('textbox', { name: 'Sponsor' }), 'Coin Works');
  await person.type(form.getByRole('textbox', { name: 'Name of the ad' }), 'winter');
  const reward = form.getByRole('spinbutton', { name: 'Reward in coins' });
  await person.clear(reward);
  await person.type(reward, '6');
  await person.click(form.getByRole('button', { name: 'Add the ad' }));
  expect(form.getByText('A whole number from 1 to 5')).toBeDefined();
  expect(form.getByText('Please write an address that starts with https:// or http://')).toBeDefined();
  expect(seen.some(({ method }) => method === 'POST')).toBe(false);

  await person.selectOptions(form.getByRole('combobox', { name: 'Category' }), 'hot');
  await person.type(form.getByRole('textbox', { name: 'Where it leads' }), 'https://coins.example/');
  fireEvent.change(form.getByLabelText('From (your local time)'), { target: { value: '2031-03-04T05:06' } });
  await person.click(form.getByRole('button', { name: 'Add the ad' }));
  await form.findByText('There is an ad of this type already');
  expect(form.getByRole<HTMLInputElement>('textbox', { name: 'Name of the ad' }).value).toBe('winter');
  const added = adOf('d', 'Coin Works');
  answer({
    [add]: { status: 201, body: { message: 'ok', ad: added } },
    'GET /admin/ads': { body: { ads: [added, tea] } },
  });
  await person.click(form.getByRole('button', { name: 'Add the ad' }));
  await screen.findByText('Ad added');
  await waitFor(() => expect(address()).toContain(added.ad_id));
  expect(seen.findLast(({ method }) => method === 'POST')?.body).toEqual({
    kind: 'reward',
    sponsor: 'Coin Works',
    caption: null,
    media_url: null,
    target_url: 'https://coins.example/',
    active_from: new Date('2031-03-04T05:06').toISOString(),
    active_to: null,
    category: 'hot',
    adType: 'winter',
    reward: 6,
    clicks: 1,
  });
});

it('SV-90: a change sends only the changed fields', async () => {
  const { person, seen } = await open(`&id=${tea.ad_id}`, {
    [path]: { body: { message: 'ok', ad: { ...tea, caption: null } } },
  });
  await person.click(await screen.findByRole('button', { name: 'Change…' }));
  const form = within(await screen.findByRole('form', { name: 'Change the ad' }));
  await person.clear(form.getByRole('textbox', { name: 'Caption (optional)' }));
  await person.click(form.getByRole('button', { name: 'Save' }));
  await screen.findByText('Ad saved');
  expect(seen.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
    { caption: null },
  ]);
});

it('SV-90: an ad is ended after a confirmation; an ended one can’t be changed', async () => {
  const { person, seen, answer } = await open(`&id=${tea.ad_id}`, {
    [`DELETE /admin/ads/${tea.ad_id}`]: { body: { message: 'ok' } },
  });
  await person.click(await screen.findByRole('button', { name: 'End now…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'End this ad of Tea House?' }));
  expect(seen.some(({ method }) => method === 'DELETE')).toBe(false);
  answer({ 'GET /admin/ads': { body: { ads: [{ ...tea, active_to: hoursAgo(0) }] } } });
  await person.click(dialog.getByRole('button', { name: 'End now' }));
  await screen.findByText('The ad is over');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'End now…' })).toBeNull());
  expect(screen.queryByRole('button', { name: 'Change…' })).toBeNull();
});
