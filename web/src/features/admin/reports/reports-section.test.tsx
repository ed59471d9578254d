import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { refusal, type TestResponses } from '../../accounts/accounts.fixture.tsx';
import { detailOf, hoursAgo, openConsole, reportOf, sanctionOf, setViewport } from '../admin.fixture.tsx';

beforeEach(() => {
  sessionStorage.clear();
  setViewport('desktop');
});

const first = reportOf(1, 'carl', {
  evidence: {
    messages: [
      {
        message_id: 'c-0',
        group_id: null,
        group_name: null,
        sender: 'ben',
        content: 'Hello there',
        image: null,
        audio: null,
        youtube_url: null,
        timestamp: hoursAgo(4),
        is_deleted: false,
        is_private: true,
        is_named: false,
        versions: [],
      },
      {
        message_id: 'c-1',
        group_id: null,
        group_name: null,
        sender: 'carl',
        content: 'You are a fool',
        image: { url: '/media/evidence/1?signature=x', kind: 'image', width: 40, height: 30 },
        audio: null,
        youtube_url: null,
        timestamp: hoursAgo(3),
        is_deleted: true,
        is_private: true,
        is_named: true,
        versions: [{ content: 'You are a great fool', at: hoursAgo(3.5) }],
      },
    ],
    post: null,
    profile: {
      username: 'carl',
      display_name: 'Carl',
      bio: 'Sky',
      links: ['https://x.example'],
      picture: null,
    },
  },
});
const second = reportOf(2, 'dora', { kind: 'person', is_overdue: true, due_at: hoursAgo(5) });

const queue = (overrides: TestResponses = {}): TestResponses => ({
  'GET /admin/reports': { body: { reports: [first, second], total_count: 2 } },
  [`GET /admin/reports/${first.report_id}`]: {
    body: { report: detailOf(first, { other_reports: 2, other_reporters: 1, sanctions: [sanctionOf()] }) },
  },
  [`GET /admin/reports/${second.report_id}`]: { body: { report: detailOf(second) } },
  [`PATCH /admin/reports/${first.report_id}`]: { body: { message: 'ok' } },
  [`PATCH /admin/reports/${second.report_id}`]: { body: { message: 'ok' } },
  ...overrides,
});

const openFirst = (overrides?: TestResponses) =>
  openConsole(`view=reports&id=${first.report_id}`, queue(overrides));
const article = () => screen.findByRole('article');
const panel = async () => within(await screen.findByRole('form', { name: 'Decision' }));
const patches = (seen: readonly { method: string; body: unknown }[]) =>
  seen.filter(({ method }) => method === 'PATCH').map(({ body }) => body);

it('MR-05, MR-06: threats and reports that were asked about again are marked, and can be filtered', async () => {
  const urgent = reportOf(3, 'mob', { category: 'threat', is_threatened: true, reason: '' });
  const again = reportOf(4, 'dan', {
    category: 'scam',
    action: 'none',
    decided_at: hoursAgo(9),
    decided_by: 'rani',
    asked_again: { text: 'Look at the second picture', at: hoursAgo(1) },
  });
  const { person, seen } = await openConsole(
    `view=reports&id=${again.report_id}`,
    queue({
      'GET /admin/reports': { body: { reports: [urgent, again], total_count: 2 } },
      [`GET /admin/reports/${urgent.report_id}`]: { body: { report: detailOf(urgent) } },
      [`GET /admin/reports/${again.report_id}`]: { body: { report: detailOf(again) } },
    }),
  );
  const detail = within(await article());
  expect(await detail.findByText('Look at the second picture')).toBeDefined();
  expect(detail.getByText('Decided before by rani: No action')).toBeDefined();
  const rows = within(screen.getByRole('list', { name: 'Reports' }));
  expect(rows.getByText('Threatened')).toBeDefined();
  expect(rows.getByText('Scam')).toBeDefined();
  expect(rows.getByText('Asked again')).toBeDefined();
  await person.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'threat');
  await waitFor(() => expect(seen.some(({ path }) => path.includes('category=threat'))).toBe(true));
  await person.click(rows.getByRole('link', { name: /mob/ }));
  expect(await screen.findByText('The reporter is threatened and wrote no reason.')).toBeDefined();
});

it('SV-48: the queue shows users, reason and overdue reports; its filters are kept in the address', async () => {
  const { person, seen, address } = await openConsole('view=reports', queue());
  const rows = within(await screen.findByRole('list', { name: 'Reports' }));
  expect(rows.getByText('carl')).toBeDefined();
  expect(rows.getByText('They said something bad, number 2')).toBeDefined();
  expect(rows.getByText('5 h overdue')).toBeDefined();
  await person.selectOptions(screen.getByRole('combobox', { name: 'About' }), 'post');
  await person.click(screen.getByRole('button', { name: 'Mine' }));
  await waitFor(() => {
    const requestUrl = new URL(
      `http://x${seen.findLast(({ path }) => path.startsWith('/admin/reports?'))?.path}`,
    );
    expect(Object.fromEntries(requestUrl.searchParams)).toMatchObject({
      status: 'open,reviewing',
      kind: 'post',
      assigned_to: 'asha',
    });
  });
  expect(decodeURIComponent(address())).toContain('kind=post&mine=true');
});

it('SV-48: a report shows the messages, the reported one highlighted, and the user’s record', async () => {
  await openFirst();
  const detail = within(await article());
  const messages = within(detail.getByRole('list', { name: 'Messages kept' }));
  const named = messages.getAllByRole('listitem')[1];
  if (!named) throw new Error('no second message');
  expect(within(named).getByText('Reported')).toBeDefined();
  expect(within(named).getByText('Deleted')).toBeDefined();
  expect(messages.getByText('Hello there')).toBeDefined();
  expect(detail.getByText('4 reports so far, 1 of them dismissed')).toBeDefined();
  expect(detail.getByRole('link', { name: '2 other reports by 1 person' })).toBeDefined();
  expect(detail.getByText('Please be kind')).toBeDefined();
  expect(detail.queryByRole('link', { name: 'https://x.example' })).toBeNull();
});

it('ED-04: a report shows the earlier texts of a message that was changed', async () => {
  await openFirst();
  const messages = within(await article()).getByRole('list', { name: 'Messages kept' });
  const earlier = within(messages).getAllByRole('list', { name: 'Earlier texts' });
  expect(earlier.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Earlier text.*You are a great fool$/),
  ]);
});

it('SV-48: a picture stays blurred until revealed, and can be hidden again', async () => {
  const { person } = await openFirst();
  const show = await screen.findByRole('button', { name: 'Show picture' });
  expect(screen.queryByRole('img', { name: 'Picture sent by carl' })).toBeNull();
  await person.click(show);
  expect(screen.getByRole('img', { name: 'Picture sent by carl' }).className).not.toContain('blur');
  await person.click(screen.getByRole('button', { name: 'Hide' }));
  expect(screen.queryByRole('img', { name: 'Picture sent by carl' })).toBeNull();
});

it('SV-49: a suspension requires a reason, is sent with its end, and the next report opens', async () => {
  const { person, seen, address } = await openFirst();
  const form = await panel();
  await person.click(form.getByRole('radio', { name: 'Suspend for some days' }));
  await person.click(form.getByRole('radio', { name: '7 days' }));
  await person.click(form.getByRole('button', { name: 'Decide' }));
  expect(form.getByText('Please write the reason that the person will read')).toBeDefined();
  expect(patches(seen)).toEqual([]);
  await person.click(form.getByRole('button', { name: '+ Insults' }));
  await person.type(form.getByRole('textbox', { name: 'Note for the team' }), 'third time');
  const before = Date.now();
  await person.click(form.getByRole('button', { name: 'Decide' }));
  await screen.findByText('carl is suspended');
  const [sent] = patches(seen);
  expect(sent).toMatchObject({ status: 'resolved', action: 'suspend', note: 'third time' });
  const { until, reason } = sent as { until: string; reason: string };
  expect(reason).toContain('You insulted');
  expect(Math.round((Date.parse(until) - before) / 86_400_000)).toBe(7);
  await waitFor(() => expect(address()).toContain(second.report_id));
});

it('SV-49: the input is kept if sending fails, and a double press sends once', async () => {
  const path = `PATCH /admin/reports/${first.report_id}`;
  const { person, seen, answer } = await openFirst({ [path]: refusal(503, 'unavailable', 'Busy now') });
  const form = await panel();
  await person.click(form.getByRole('radio', { name: 'Warn' }));
  await person.type(form.getByRole('textbox', { name: /^Reason/ }), 'Be kind');
  await person.click(form.getByRole('button', { name: 'Decide' }));
  await form.findByText('Busy now');
  expect(form.getByRole<HTMLTextAreaElement>('textbox', { name: /^Reason/ }).value).toBe('Be kind');
  answer({ [path]: { body: { message: 'ok' } } });
  await person.dblClick(form.getByRole('button', { name: 'Try Again' }));
  await screen.findByText('carl was warned');
  expect(patches(seen)).toHaveLength(2);
});

it('SV-49: a ban asks for confirmation, and Cancel sends nothing', async () => {
  const { person, seen } = await openFirst();
  const form = await panel();
  await person.click(form.getByRole('radio', { name: 'Ban for good' }));
  await person.type(form.getByRole('textbox', { name: /^Reason/ }), 'Fraud');
  await person.click(form.getByRole('button', { name: 'Decide' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Ban carl for good?' }));
  await person.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(patches(seen)).toEqual([]);
  await person.click(form.getByRole('button', { name: 'Decide' }));
  await person.click(
    within(await screen.findByRole('dialog', { name: 'Ban carl for good?' })).getByRole('button', {
      name: 'Ban',
    }),
  );
  await waitFor(() =>
    expect(patches(seen)).toEqual([{ status: 'resolved', action: 'ban', reason: 'Fraud' }]),
  );
});

it('SV-49: if another administrator was faster, it says so and shows their decision', async () => {
  const decided = {
    status: 'resolved',
    action: 'warn',
    decided_by: 'rani',
    decided_at: hoursAgo(0),
  } as const;
  const { person, answer } = await openFirst({
    [`PATCH /admin/reports/${first.report_id}`]: refusal(400, 'report_already_decided', 'Decided already'),
  });
  const form = await panel();
  await person.click(form.getByRole('radio', { name: 'No action needed' }));
  await person.type(form.getByRole('textbox', { name: 'Note for the team' }), 'nothing to see');
  answer({
    [`GET /admin/reports/${first.report_id}`]: { body: { report: detailOf({ ...first, ...decided }) } },
  });
  await person.click(form.getByRole('button', { name: 'Decide' }));
  await screen.findByText(/Somebody else decided this report meanwhile/);
  const detail = within(await article());
  await detail.findByText('Warned');
  expect(detail.getByText('nothing to see')).toBeDefined();
  expect(screen.queryByRole('form', { name: 'Decision' })).toBeNull();
});

it('reports a change in the queue that the open report does not show', async () => {
  const changed = { ...first, status: 'reviewing' as const, assigned_to: 'rani', updated_at: hoursAgo(0) };
  const { person, answer } = await openFirst({
    'GET /admin/reports': { body: { reports: [changed, second], total_count: 2 } },
  });
  await screen.findByText('Somebody has changed this report meanwhile.');
  answer({ [`GET /admin/reports/${first.report_id}`]: { body: { report: detailOf(changed) } } });
  await person.click(screen.getByRole('button', { name: 'Load it again' }));
  await screen.findByText('rani looks at it');
  expect(screen.queryByText('Somebody has changed this report meanwhile.')).toBeNull();
});

it('reports that the queue failed to load, and that it is empty', async () => {
  const { person, answer } = await openConsole('view=reports', {
    'GET /admin/reports': refusal(500, 'internal', 'It broke'),
  });
  await screen.findByText('Something went wrong. Please try again.');
  answer({ 'GET /admin/reports': { body: { reports: [], total_count: 0 } } });
  await person.click(screen.getByRole('button', { name: 'Try Again' }));
  await screen.findByText('All done');
});

it('on a phone one pane is shown at a time, and Back returns the focus to the row', async () => {
  setViewport('phone');
  const { person } = await openConsole('view=reports', queue());
  await person.click(await screen.findByRole('link', { name: /^carl/ }));
  await article();
  expect(screen.queryByRole('list', { name: 'Reports' })).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Back to the list' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: /^carl/ })));
});
