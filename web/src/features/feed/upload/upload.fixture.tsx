import type { Post } from '@adda/contract/feed';
import { fireEvent, screen } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';
import { photoOf } from '../post.fixture.ts';

/** Returns a public photo of asha. */
export const ownPost = (given: Partial<Post> = {}): Post =>
  photoOf(1, { sender_username: 'asha', is_own: true, ...given });

/** Returns a small file, or one that claims to have `bytes` bytes. */
export function fileOf(name: string, type: string, bytes?: number): File {
  const file = new File(['bytes'], name, { type });
  if (bytes !== undefined) Object.defineProperty(file, 'size', { value: bytes });
  return file;
}

/** Chooses a file in the file picker. */
export const chooseFile = (file: File) =>
  fireEvent.change(screen.getByLabelText('Photo or video file'), { target: { files: [file] } });

/** A request as the server would receive it. */
type SentForm = {
  readonly path: string;
  readonly timeout: number;
  readonly form: FormData;
  readonly wasAborted: () => boolean;
  /** Reports this share as sent, from 0 to 1. */
  readonly progress: (part: number) => void;
  readonly answer: (status: number, body: unknown) => void;
  /** Fails the request without a response. */
  readonly fail: (how: 'error' | 'timeout') => void;
};

/** Replaces XMLHttpRequest for forms, so that a test controls progress and response. */
export function holdUploads() {
  const sent: SentForm[] = [];
  class HeldRequest extends EventTarget {
    upload = new EventTarget();
    timeout = 0;
    status = 0;
    responseText = '';
    private path = '';
    private isAborted = false;
    open(_method: string, path: string) {
      this.path = path;
    }
    setRequestHeader() {}
    getResponseHeader() {
      return null;
    }
    abort() {
      if (this.status !== 0) return;
      this.isAborted = true;
      this.end('abort');
    }
    send(form: FormData) {
      const { path, timeout } = this;
      sent.push({
        path,
        timeout,
        form,
        wasAborted: () => this.isAborted,
        progress: (part) => {
          const event = Object.assign(new Event('progress'), { loaded: part * 1000, total: 1000 });
          this.upload.dispatchEvent(event);
        },
        answer: (status, body) => {
          this.status = status;
          this.responseText = JSON.stringify(body);
          this.end('load');
        },
        fail: (how) => this.end(how),
      });
    }
    private end(how: string) {
      this.dispatchEvent(new Event(how));
      this.dispatchEvent(new Event('loadend'));
    }
  }
  vi.stubGlobal('XMLHttpRequest', HeldRequest);
  onTestFinished(() => void vi.unstubAllGlobals());
  return sent;
}

/** Response of the server after it has stored a post. */
export const stored = { message: 'Media uploaded', media_id: 'a'.repeat(24) };
