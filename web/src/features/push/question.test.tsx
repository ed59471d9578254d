import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { showPeople, type RequestHandler } from '../../test/people-page.tsx';
import { installPush, SERVER_KEY } from './push.fixture.ts';
import { PushQuestion } from './question.tsx';

const server: RequestHandler = ({ path }) =>
  path === '/push/key' ? { body: { public_key: SERVER_KEY } } : { body: { message: 'ok' } };

const question = () => screen.queryByRole('region', { name: 'Know when they answer?' });

/** Shows the question of a chat in which nothing was sent yet. */
async function openChat() {
  let change: (hasSent: boolean) => void = () => undefined;
  function Chat() {
    const [hasSent, setSent] = useState(false);
    change = setSent;
    return <PushQuestion hasSent={hasSent} />;
  }
  const page = await showPeople(() => <Chat />, server);
  return { ...page, send: () => act(() => change(true)) };
}

it('PN-02: asked once the first message was sent, not before, and not again after ‘Not now’', async () => {
  const { requestPermission } = installPush();
  const { person, send, unmount } = await openChat();
  expect(question()).toBeNull();
  send();
  expect(question()).not.toBeNull();
  expect(requestPermission).not.toHaveBeenCalled();
  await person.click(screen.getByRole('button', { name: 'Not now' }));
  expect(question()).toBeNull();
  unmount();
  const next = await openChat();
  next.send();
  expect(question()).toBeNull();
  expect(requestPermission).not.toHaveBeenCalled();
});

it('PN-02: ‘Turn on’ asks the browser; a failure says so and stays', async () => {
  const browser = installPush({ isUnreachable: true });
  const { person, send } = await openChat();
  send();
  await person.click(screen.getByRole('button', { name: 'Turn on' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/^That didn’t work/);
  browser.state.isUnreachable = false;
  await person.click(screen.getByRole('button', { name: 'Turn on' }));
  await waitFor(() => expect(question()).toBeNull());
  expect(browser.isSubscribed()).toBe(true);
});

it.each(['granted', 'denied'] as const)(
  'PN-02: nobody is asked where the browser has an answer: %s',
  async (permission) => {
    installPush({ permission });
    if (permission === 'granted') localStorage.setItem('push/asha/device', '1');
    const { send } = await openChat();
    send();
    expect(question()).toBeNull();
  },
);
