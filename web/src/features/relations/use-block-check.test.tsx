import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { showPeople } from '../../test/people-page.tsx';
import { useBlockCheck, useBlockedNames } from './use-block-check.ts';
import { setBlock } from './relations.queries.ts';

function Card() {
  useBlockCheck('riya');
  return <p>card</p>;
}

function Probe() {
  const [isShown, setShown] = useState(true);
  const blocked = useBlockedNames();
  return (
    <>
      <button type="button" onClick={() => setShown(!isShown)}>
        flip
      </button>
      <p>blocked: {[...blocked].join(',') || 'nobody'}</p>
      {isShown && <Card />}
    </>
  );
}

const answering = (isBlocked: boolean) => () => ({
  body: { is_blocked: isBlocked, blocked_by_me: false, message: 'ok' },
});
const CHECK = 'GET /users/blocks/check/riya';

describe('the block check of a sender', () => {
  it('RP-16, RP-17: is requested half a second after the card appears, and is cached', async () => {
    const page = await showPeople(() => <Probe />, answering(true));
    await screen.findByText('card');
    expect(page.asked(CHECK)).toHaveLength(0);
    expect(await screen.findByText('blocked: riya')).toBeTruthy();
    const flip = screen.getByRole('button', { name: 'flip' });
    await page.person.click(flip);
    await page.person.click(flip);
    await act(() => new Promise((resolve) => void setTimeout(resolve, 600)));
    expect(page.asked(CHECK)).toHaveLength(1);
  });

  it('RP-16: is not requested for a card that disappears before', async () => {
    const page = await showPeople(() => <Probe />, answering(true));
    await screen.findByText('card');
    await page.person.click(screen.getByRole('button', { name: 'flip' }));
    await act(() => new Promise((resolve) => void setTimeout(resolve, 600)));
    expect(page.asked(CHECK)).toHaveLength(0);
    expect(screen.getByText('blocked: nobody')).toBeTruthy();
  });

  it('RP-18: blocking and unblocking update it immediately', async () => {
    const page = await showPeople(() => <Probe />, answering(false));
    await waitFor(() => expect(page.asked(CHECK)).toHaveLength(1));
    const set = async (isBlocked: boolean) => {
      const change = page.client.getMutationCache().build(page.client, setBlock(page.client));
      await change.execute({ username: 'riya', isBlocked });
    };
    await set(true);
    expect(await screen.findByText('blocked: riya')).toBeTruthy();
    await set(false);
    expect(await screen.findByText('blocked: nobody')).toBeTruthy();
  });
});
