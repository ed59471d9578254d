import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { API_KEY_HEADER, DEFAULT_API_KEY } from '@adda/contract/platform';
import type { Person } from './talk.ts';

/** Photos and short videos for posts; `photos/README.md` names their authors. */
export const photoNames = [
  'cat.webp',
  'whiskers.webp',
  'coffee.webp',
  'first-cup.webp',
  'liftoff.webp',
  'after-dark.webp',
  'spacesuit.webp',
  'far-away.webp',
  'violet-sky.webp',
  'moon.webp',
  'countdown.mp4',
  'drifting.mp4',
  'slow-coffee.mp4',
] as const;

export type PhotoName = (typeof photoNames)[number];

/** A form and the photo to send. */
type Form = {
  readonly path: '/upload' | '/media/upload' | '/users/update-profile' | '/api/images/upload-image-preview/';
  readonly fields: Readonly<Record<string, string>>;
  readonly photo?: PhotoName | undefined;
};

const TYPES: Readonly<Record<string, string>> = { '.webp': 'image/webp', '.mp4': 'video/mp4' };

/** The checked fields of a response: the id of a new post, or of a stored image. */
type Sent = { readonly media_id?: string; readonly image_id?: string; readonly detail?: unknown };

/** Sends a form as a browser does; throws the server's error if it is refused. */
export async function sendForm(url: string, { token }: Person, { path, fields, photo }: Form): Promise<Sent> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (photo) {
    const bytes = readFileSync(new URL(`photos/${photo}`, import.meta.url));
    form.set('file', new Blob([bytes], { type: TYPES[extname(photo)] ?? '' }), photo);
  }
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { [API_KEY_HEADER]: DEFAULT_API_KEY, authorization: `Bearer ${token}` },
    body: form,
  });
  const body: Sent = JSON.parse(await response.text());
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${JSON.stringify(body.detail)}`);
  return body;
}
