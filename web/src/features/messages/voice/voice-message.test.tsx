import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { render } from '../../../test/render.tsx';
import { roomConversation } from '../../rooms/messages/room-conversation.ts';
import { GROUP_ID, messageAt, pageOf } from '../../rooms/rooms.fixture.ts';
import { openStore } from '../history/message-store.ts';
import { playback } from './playback.ts';
import { stubAudio } from './voice.fixture.tsx';
import { VoiceHost } from './voice-host.tsx';
import { VoiceMessage } from './voice-message.tsx';

const waveform = Array.from({ length: 64 }, (_value, at) => at);
const voiceAt = (sequence: number, more = {}) =>
  messageAt(sequence, {
    sender: 'riya',
    content: '',
    audio_url: `/media/audio/${sequence}?signature=a`,
    audio_duration_ms: 12_000,
    audio_waveform: waveform,
    ...more,
  });

beforeEach(() => {
  playback.close();
  localStorage.clear();
  while (playback.state().rate !== 1) playback.nextRate();
});

/** Shows the voice messages of a room, and the bar of the shell. */
function setUp(messages = [voiceAt(1), messageAt(2), voiceAt(3)], readMessage = vi.fn()) {
  const audio = stubAudio();
  const client = new QueryClient();
  const conversation = { ...roomConversation(GROUP_ID), readMessage };
  client.setQueryData(conversation.keys.messages, openStore(pageOf(messages)));
  const view = (isChatShown: boolean) => (
    <QueryClientProvider client={client}>
      {isChatShown &&
        messages
          .filter((message) => message.audio_url)
          .map((message) => (
            <VoiceMessage
              key={message._id}
              message={message}
              conversation={conversation}
              account="asha"
              isOwn={message.sender === 'asha'}
              isWhisper={false}
            />
          ))}
      <VoiceHost />
    </QueryClientProvider>
  );
  const { person, rerender } = render(view(true));
  const groups = () => screen.getAllByRole('group', { name: 'Voice message, 12 seconds' });
  const first = () => within(groups()[0] ?? document.body);
  const second = () => within(groups()[1] ?? document.body);
  return { audio, person, first, second, leave: () => rerender(view(false)), readMessage };
}

it('VM-02: is named with its length, plays and pauses, and is heard from then on', async () => {
  const { audio, person, first, second } = setUp();
  expect(first().getByRole('img', { name: 'Not heard yet' })).toBeTruthy();
  await person.click(first().getByRole('button', { name: 'Play' }));
  expect(audio.src()).toBe('/media/audio/1?signature=a');
  expect(first().queryByRole('img', { name: 'Not heard yet' })).toBeNull();
  expect(second().getByRole('img', { name: 'Not heard yet' })).toBeTruthy();
  audio.moveTo(5);
  expect(first().getByText('0:05')).toBeTruthy();
  await person.click(first().getByRole('button', { name: 'Pause' }));
  expect(first().getByRole('button', { name: 'Play' })).toBeTruthy();
});

it('VM-02: an own message has no dot; a name is in the singular for one second', () => {
  setUp([voiceAt(1, { sender: 'asha', audio_duration_ms: 1200 })]);
  expect(screen.getByRole('group', { name: 'Voice message, 1 second' })).toBeTruthy();
  expect(screen.queryByRole('img', { name: 'Not heard yet' })).toBeNull();
});

it('VM-02: the position is changed by pointer and by keyboard, within the length', async () => {
  const { audio, person, first } = setUp();
  await person.click(first().getByRole('button', { name: 'Play' }));
  const slider = first().getByRole('slider', { name: 'Position' });
  fireEvent.change(slider, { target: { value: '6' } });
  expect(audio.element().currentTime).toBe(6);
  expect(slider.getAttribute('aria-valuetext')).toBe('0:06 of 0:12');
  fireEvent.keyDown(slider, { key: 'ArrowRight' });
  expect(audio.element().currentTime).toBe(7);
  fireEvent.keyDown(slider, { key: 'ArrowLeft' });
  fireEvent.keyDown(slider, { key: 'ArrowLeft' });
  expect(audio.element().currentTime).toBe(5);
});

it('VM-02: plays at 1, 1.5 and 2 times, and keeps the speed for the next message', async () => {
  const { audio, person, first, second } = setUp();
  await person.click(first().getByRole('button', { name: 'Play' }));
  for (const [speed, next] of [
    ['1', 1.5],
    ['1.5', 2],
    ['2', 1],
    ['1', 1.5],
  ] as const) {
    await person.click(first().getByRole('button', { name: `Speed: ${speed} times` }));
    expect(audio.element().playbackRate).toBe(next);
  }
  audio.end();
  expect(second().getByRole('button', { name: 'Speed: 1.5 times' })).toBeTruthy();
  expect(audio.element().playbackRate).toBe(1.5);
});

it('VM-02: the next voice message follows, and the player closes after the last one', async () => {
  const { audio, person, first, second } = setUp();
  await person.click(first().getByRole('button', { name: 'Play' }));
  audio.end();
  expect(audio.src()).toBe('/media/audio/3?signature=a');
  expect(second().getByRole('button', { name: 'Pause' })).toBeTruthy();
  audio.end();
  expect(screen.queryByRole('region', { name: 'Voice message player' })).toBeNull();
});

it('VM-02: goes on while the user reads elsewhere, with a bar to pause and close it', async () => {
  const { audio, person, first, leave } = setUp();
  await person.click(first().getByRole('button', { name: 'Play' }));
  leave();
  const bar = within(await screen.findByRole('region', { name: 'Voice message player' }));
  expect(bar.getByText('Voice message from riya')).toBeTruthy();
  audio.moveTo(4);
  expect(bar.getByText('0:04 / 0:12')).toBeTruthy();
  await person.click(bar.getByRole('button', { name: 'Pause' }));
  await person.click(bar.getByRole('button', { name: 'Play' }));
  // The next one is known although the chat is not on screen.
  audio.end();
  expect(audio.src()).toBe('/media/audio/3?signature=a');
  await person.click(bar.getByRole('button', { name: 'Close the player' }));
  expect(screen.queryByRole('region', { name: 'Voice message player' })).toBeNull();
});

it('R-15: an expired link is renewed once; a failure after that is shown', async () => {
  const fresh = voiceAt(1, { audio_url: '/media/audio/1?signature=b' });
  const { audio, person, first, readMessage } = setUp(
    undefined,
    vi.fn(async () => fresh),
  );
  await person.click(first().getByRole('button', { name: 'Play' }));
  await audio.fail();
  expect(audio.src()).toBe('/media/audio/1?signature=b');
  await audio.fail();
  expect(first().getByRole('alert').textContent).toContain("This voice message can't be played right now.");
  expect(readMessage).toHaveBeenCalledTimes(1);
});
