import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startTestServer, type TestResponse } from '../../../test/answering-server.ts';
import { render } from '../../../test/render.tsx';
import { logIn } from '../../../test/log-in.ts';
import { toast } from '../../../ui/toast-store.ts';
import type { ChosenVoice } from '../composer/attachments.ts';
import { RECORDING_MS } from './recorder.ts';
import { recordingStore } from './recording-store.ts';
import { stubAudio, stubMicrophone } from './voice.fixture.tsx';
import { VoiceRecorder } from './voice-recorder.tsx';

const stored = { audio_id: 'kept', duration_ms: 2000, waveform: Array.from({ length: 64 }, () => 50) };
let answer: () => TestResponse;
let server: Awaited<ReturnType<typeof startTestServer>>;
let tests = 0;

beforeEach(async () => {
  tests += 1;
  answer = () => ({ body: stored });
  server = await startTestServer(() => answer());
  location.href = `${server.url}/`;
  logIn('asha');
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], shouldAdvanceTime: true });
});
afterEach(async () => {
  vi.useRealTimers();
  await server.close();
});

function setUp(refusal?: string) {
  const microphone = stubMicrophone(refusal === undefined ? {} : { refusal });
  const audio = stubAudio();
  const onSend = vi.fn<(voice: ChosenVoice) => string | undefined>();
  const calls = { onOpen: vi.fn(), onClosed: vi.fn() };
  const storageKey = `asha/room-${tests}`;
  const { person, unmount } = render(
    <VoiceRecorder storageKey={storageKey} isDisabled={false} onSend={onSend} {...calls} />,
  );
  const button = (name: string) => screen.getByRole('button', { name });
  const mic = () => button('Record a voice message');
  const at = { pointerId: 1, button: 0, clientX: 300, clientY: 500 };
  /** Records for a number of ms. */
  const speak = async (ms: number) => {
    await waitFor(() => expect(microphone.recorder()).toBeDefined());
    await microphone.speak('sound');
    act(() => void vi.advanceTimersByTime(ms));
  };
  const press = () => {
    Object.assign(mic(), { setPointerCapture: () => undefined });
    fireEvent.pointerDown(mic(), at);
  };
  const release = () => fireEvent.pointerUp(mic(), at);
  const page = { microphone, audio, onSend, ...calls, storageKey, person, unmount, button, mic };
  return { ...page, at, speak, press, release };
}

/** Starts by keyboard and stops again. */
async function record(page: ReturnType<typeof setUp>, ms = 2000) {
  page.mic().focus();
  await page.person.keyboard('{Enter}');
  await page.speak(ms);
  await page.person.click(page.button('Stop recording'));
}

it('VM-02: by keyboard a press starts and another one stops; a timer runs; it can be heard and is sent', async () => {
  const page = setUp();
  page.mic().focus();
  await page.person.keyboard('{Enter}');
  await page.speak(2000);
  expect(screen.getByRole('timer', { name: 'Recording' }).textContent).toContain('0:02');
  expect(page.onOpen).toHaveBeenLastCalledWith(true);
  await waitFor(() => expect(document.activeElement).toBe(page.button('Stop recording')));
  await page.person.keyboard('{Enter}');
  expect(screen.getByRole('group', { name: 'Voice message, 2 seconds' })).toBeTruthy();
  expect(page.microphone.track.stop).toHaveBeenCalled();
  await page.person.click(page.button('Listen to the recording'));
  expect(page.audio.src()).toMatch(/^blob:/);
  expect(server.seen).toEqual([]);
  await page.person.click(page.button('Send voice message'));
  await waitFor(() =>
    expect(page.onSend).toHaveBeenCalledWith({ id: 'kept', durationMs: 2000, waveform: stored.waveform }),
  );
  expect(server.seen[0]?.path).toBe('/api/audio/upload');
  await waitFor(() => expect(page.onOpen).toHaveBeenLastCalledWith(false));
  expect(await recordingStore.get(page.storageKey)).toBeUndefined();
});

it('VM-02: held, it ends when it is released', async () => {
  const page = setUp();
  page.press();
  await page.speak(3000);
  expect(screen.queryByRole('button', { name: 'Stop recording' })).toBeNull();
  page.release();
  expect(await screen.findByRole('button', { name: 'Send voice message' })).toBeTruthy();
});

it('VM-02: a short press starts a recording that goes on without holding', async () => {
  const page = setUp();
  page.press();
  page.release();
  await page.speak(2000);
  expect(page.microphone.recorder()?.state).toBe('recording');
  await page.person.click(page.button('Stop recording'));
  expect(page.button('Send voice message')).toBeTruthy();
});

it('VM-02: a slide to the start cancels, and nothing is kept', async () => {
  const page = setUp();
  page.press();
  await page.speak(2000);
  fireEvent.pointerMove(page.mic(), { ...page.at, clientX: 270 });
  expect(screen.getByRole('timer')).toBeTruthy();
  fireEvent.pointerMove(page.mic(), { ...page.at, clientX: 200 });
  expect(screen.queryByRole('timer')).toBeNull();
  expect(page.microphone.track.stop).toHaveBeenCalled();
  await waitFor(async () => expect(await recordingStore.get(page.storageKey)).toBeUndefined());
  await waitFor(() => expect(page.onClosed).toHaveBeenCalled());
});

it('VM-02: a slide up locks: the recording goes on after the release', async () => {
  const page = setUp();
  page.press();
  await page.speak(1000);
  fireEvent.pointerMove(page.mic(), { ...page.at, clientY: 420 });
  expect(page.button('Stop recording')).toBeTruthy();
  await page.speak(1000);
  expect(page.microphone.recorder()?.state).toBe('recording');
  await page.person.click(page.button('Stop recording'));
  expect(page.button('Send voice message')).toBeTruthy();
});

it('VM-02: stops by itself at 5 minutes', async () => {
  const page = setUp();
  page.mic().focus();
  await page.person.keyboard('{Enter}');
  await page.speak(RECORDING_MS);
  expect(screen.getByRole('group', { name: 'Voice message, 300 seconds' })).toBeTruthy();
  expect(page.microphone.recorder()?.state).toBe('inactive');
});

it('VM-02: a call that takes the microphone ends the recording and keeps it', async () => {
  const page = setUp();
  page.mic().focus();
  await page.person.keyboard('{Enter}');
  await page.speak(4000);
  act(() => void page.microphone.track.dispatchEvent(new Event('ended')));
  expect(screen.getByRole('group', { name: 'Voice message, 4 seconds' })).toBeTruthy();
  expect(page.button('Send voice message')).toBeTruthy();
});

it('VM-02: a recording survives closing the page, and is offered again', async () => {
  const before = setUp();
  before.mic().focus();
  await before.person.keyboard('{Enter}');
  await before.speak(2000);
  before.unmount();
  await waitFor(async () =>
    expect((await recordingStore.get(before.storageKey))?.durationMs).toBeGreaterThan(1999),
  );
  render(
    <VoiceRecorder
      storageKey={before.storageKey}
      isDisabled={false}
      onSend={before.onSend}
      onOpen={before.onOpen}
      onClosed={before.onClosed}
    />,
  );
  expect(await screen.findByRole('group', { name: 'Voice message, 2 seconds' })).toBeTruthy();
  await before.person.click(screen.getByRole('button', { name: 'Delete the recording' }));
  await waitFor(async () => expect(await recordingStore.get(before.storageKey)).toBeUndefined());
});

it('VM-02: a failed upload keeps the recording and shows the error; sending again works', async () => {
  const page = setUp();
  await record(page);
  answer = () => ({
    status: 403,
    body: { detail: 'You can send voice messages after your first hour here', code: 'voice_not_yet' },
  });
  await page.person.click(page.button('Send voice message'));
  expect((await screen.findByRole('alert')).textContent).toContain('after your first hour');
  expect(page.onSend).not.toHaveBeenCalled();
  expect(await recordingStore.get(page.storageKey)).toBeDefined();
  answer = () => ({ body: stored });
  await page.person.click(page.button('Send voice message'));
  await waitFor(() => expect(page.onSend).toHaveBeenCalledTimes(1));
});

it('VM-02: a message that the chat refuses keeps the recording', async () => {
  const page = setUp();
  page.onSend.mockReturnValueOnce('Please wait before sending another message');
  await record(page);
  await page.person.click(page.button('Send voice message'));
  expect((await screen.findByRole('alert')).textContent).toContain('Please wait');
  expect(await recordingStore.get(page.storageKey)).toBeDefined();
});

it.each([
  ['NotAllowedError', 'Allow the microphone in your browser to record a voice message.'],
  ['NotFoundError', 'No microphone was found.'],
  ['NotReadableError', "The recording didn't start. Please try again."],
])('VM-02: says why there is no recording: %s', async (name, text) => {
  const problem = vi.spyOn(toast, 'problem');
  const page = setUp(name);
  page.mic().focus();
  await page.person.keyboard('{Enter}');
  await waitFor(() => expect(problem).toHaveBeenCalledWith(text));
  expect(page.mic()).toBeTruthy();
  problem.mockRestore();
});
