import { act } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';

/** A microphone that tests control; `tracks` shows whether it was released. */
export function stubMicrophone({ refusal }: { refusal?: string } = {}) {
  const track = Object.assign(new EventTarget(), { stop: vi.fn() });
  const stream = { getTracks: () => [track] };
  const getUserMedia = vi.fn(async () => {
    if (refusal !== undefined) throw Object.assign(new Error('refused'), { name: refusal });
    return stream;
  });
  vi.stubGlobal('MediaRecorder', FakeMediaRecorder);
  vi.stubGlobal('AudioContext', FakeAudioContext);
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'mediaDevices');
    FakeMediaRecorder.made.length = 0;
  });
  return {
    getUserMedia,
    track,
    recorder: () => FakeMediaRecorder.made.at(-1),
    /** The recorder hands over this sound, as it does about once a second. */
    speak: (text: string) => act(async () => FakeMediaRecorder.made.at(-1)?.hand(text)),
  };
}

class FakeMediaRecorder extends EventTarget {
  static readonly made: FakeMediaRecorder[] = [];
  static isTypeSupported = (type: string): boolean => type.startsWith('audio/webm');
  state: 'inactive' | 'recording' = 'inactive';
  readonly mimeType: string;

  constructor(_stream: unknown, options: { mimeType?: string }) {
    super();
    this.mimeType = options.mimeType ?? '';
    FakeMediaRecorder.made.push(this);
  }

  start(): void {
    this.state = 'recording';
  }

  stop(): void {
    this.state = 'inactive';
    this.dispatchEvent(new Event('stop'));
  }

  hand(text: string): void {
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob([text]) }));
  }
}

class FakeAudioContext {
  createAnalyser() {
    return { fftSize: 0, getFloatTimeDomainData: (samples: Float32Array) => void samples.fill(0.5) };
  }
  createMediaStreamSource() {
    return { connect: () => undefined };
  }
  close() {
    return Promise.resolve();
  }
}

/** Audio elements that play at once; tests move their position. */
export function stubAudio() {
  const playing: HTMLAudioElement[] = [];
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function play(
    this: HTMLMediaElement,
  ) {
    if (this instanceof HTMLAudioElement && !playing.includes(this)) playing.push(this);
    this.dispatchEvent(new Event('play'));
    return Promise.resolve();
  });
  const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function pause(
    this: HTMLMediaElement,
  ) {
    this.dispatchEvent(new Event('pause'));
  });
  onTestFinished(() => {
    play.mockRestore();
    pause.mockRestore();
  });
  const element = (): HTMLAudioElement => {
    const last = playing.at(-1);
    if (!last) throw new Error('nothing was played');
    return last;
  };
  return {
    element,
    src: () => element().getAttribute('src'),
    /** Moves the playing sound to a position in seconds. */
    moveTo: (seconds: number) =>
      act(() => {
        element().currentTime = seconds;
        element().dispatchEvent(new Event('timeupdate'));
      }),
    end: () => act(() => void element().dispatchEvent(new Event('ended'))),
    fail: () => act(async () => void element().dispatchEvent(new Event('error'))),
  };
}
