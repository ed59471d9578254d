import { cleanup, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { unreadKeys } from '../../../features/direct/index.ts';
import { showPeople } from '../../../test/people-page.tsx';
import { ShellLiveUpdates } from './shell-live-updates.tsx';

describe('the page title', () => {
  it('SH-14: shows the unread count, and no count once everything is read', async () => {
    document.title = 'Adda';
    const { client } = await showPeople(
      () => <ShellLiveUpdates />,
      () => ({ body: { messages: [], total: 3, by_sender: { riya: 3 } } }),
    );
    await waitFor(() => expect(document.title).toBe('(3) Adda'));
    client.setQueryData(unreadKeys.count, { total: 12, by_sender: { riya: 12 } });
    await waitFor(() => expect(document.title).toBe('(12) Adda'));
    client.setQueryData(unreadKeys.count, { total: 0, by_sender: {} });
    await waitFor(() => expect(document.title).toBe('Adda'));
    client.setQueryData(unreadKeys.count, { total: 1, by_sender: { riya: 1 } });
    await waitFor(() => expect(document.title).toBe('(1) Adda'));
    cleanup();
    expect(document.title).toBe('Adda');
  });
});
