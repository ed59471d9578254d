import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { threatHelp, useThreatHelp } from '../../../platform/threat-help.ts';
import { startTestServer, type TestResponse } from '../../../test/answering-server.ts';
import { render } from '../../../test/render.tsx';
import { logIn } from '../../../test/log-in.ts';
import { toast } from '../../../ui/toast-store.ts';
import { hidingQuery } from '../../accounts/index.ts';
import { blockCheck } from '../../relations/index.ts';
import { ReportDialog } from '../index.ts';

let answer: TestResponse;
let server: Awaited<ReturnType<typeof startTestServer>>;

beforeEach(async () => {
  answer = { body: { message: 'User reported successfully', report_id: '1' } };
  server = await startTestServer(() => answer);
  location.href = `${server.url}/`;
  logIn('asha');
});
afterEach(() => server.close());

function show(username = 'riya') {
  const onClose = vi.fn();
  const client = new QueryClient();
  const shown = render(
    <QueryClientProvider client={client}>
      <ReportDialog username={username} messageId="a-1" groupId="g" isOpen onClose={onClose} />
    </QueryClientProvider>,
  );
  return { ...shown, onClose, client };
}

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'What happened?' });
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Report' });

describe('the report dialog', () => {
  it('RP-03 to RP-05, CO-30: shows the fields that a reason needs, and enables sending only then', async () => {
    const { person } = show();
    expect(button().disabled).toBe(true);
    await person.type(field(), 'too short');
    expect(screen.getByText('Reason must be at least 10 characters long')).toBeTruthy();
    expect(screen.getByText('9 / 1000')).toBeTruthy();
    expect(button().disabled).toBe(true);
    await person.clear(field());
    await person.type(field(), '   ');
    expect(screen.getByText('Please provide a reason for reporting')).toBeTruthy();
    await person.type(field(), 'long enough');
    expect(button().disabled).toBe(false);
  });

  it('RP-07, RP-09, RP-08: sends the reported subject and confirms it', async () => {
    const { person, onClose } = show();
    await person.type(field(), '  He is rude to everybody.  ');
    await person.click(button());
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(server.seen[0]).toMatchObject({
      path: '/users/report',
      body: {
        reported_username: 'riya',
        reason: 'He is rude to everybody.',
        message_id: 'a-1',
        group_id: 'g',
      },
    });
    expect(toast.current()).toMatchObject([{ text: 'User reported successfully', tone: 'success' }]);
  });

  it('one press reports and blocks in one step, without requiring a reason', async () => {
    const { person, onClose, client } = show();
    await person.click(screen.getByRole('button', { name: 'Report and block' }));
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    const sent = server.seen.find(({ path }) => path === '/users/report');
    expect(sent?.body).toMatchObject({
      reported_username: 'riya',
      message_id: 'a-1',
      block: true,
      reason: '(Reported and blocked in one press.)',
    });
    expect(client.getQueryData(blockCheck('riya').queryKey)).toEqual({
      is_blocked: true,
      blocked_by_me: true,
    });
    expect(toast.current()).toMatchObject([{ text: 'You reported and blocked riya.' }]);
  });

  it('MR-05: a threat needs no words, and its help opens on the main screen', async () => {
    const help = {
      country: 'India',
      numbers: [{ name: 'Emergency', number: '112' }],
      checked_at: '2026-11-23',
    };
    const hiddenUntil = '2026-12-01T10:00:00.000Z';
    answer = { body: { message: 'ok', report_id: '1', help, hidden_until: hiddenUntil } };
    const { person, onClose, client } = show();
    await person.selectOptions(screen.getByRole('combobox', { name: 'What is it about?' }), 'scam');
    await person.click(screen.getByRole('checkbox', { name: 'I am being threatened' }));
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Report and block' })).toBeNull();
    await person.click(button());
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    const sent = server.seen.find(({ path }) => path === '/users/report');
    expect(sent?.body).toMatchObject({ reported_username: 'riya', reason: '', threatened: true });
    expect(client.getQueryData(blockCheck('riya').queryKey)).toMatchObject({ blocked_by_me: true });
    expect(client.getQueryData(hidingQuery.queryKey)).toEqual({ hidden_until: hiddenUntil });
    const { result } = renderHook(() => useThreatHelp());
    expect(result.current).toEqual({ name: 'riya', help, hiddenUntil });
    threatHelp.close();
  });

  it('MR-05: sends what the report is about', async () => {
    const { person, onClose } = show();
    await person.selectOptions(screen.getByRole('combobox', { name: 'What is it about?' }), 'intimate_image');
    await person.type(field(), 'It shows me without clothes.');
    await person.click(button());
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(server.seen[0]?.body).toMatchObject({ category: 'intimate_image' });
    expect(server.seen[0]?.body).not.toHaveProperty('threatened');
  });

  it('keeps the text if sending fails', async () => {
    answer = { status: 429, body: { detail: 'Too many reports.', code: 'rate_limited' } };
    const { person, onClose } = show();
    await person.type(field(), 'He is rude to everybody.');
    await person.click(button());
    expect(await screen.findByText('Too many reports.')).toBeTruthy();
    expect(field().value).toBe('He is rude to everybody.');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('RP-06: users can’t report themselves', () => {
    show('asha');
    expect(screen.getByRole('alert').textContent).toBe('You cannot report yourself');
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});
