import type { ErrorCode } from '@adda/contract';
import { API_KEY_HEADER, DEFAULT_API_KEY } from '@adda/contract/platform';

/** Fields of an upload form. `file` is the posted bytes. */
export type UploadForm = {
  readonly file?: Uint8Array;
  readonly name?: string;
  readonly type?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly to?: '/upload' | '/media/upload';
};

type UploadResponse = { message?: string; media_id?: string; detail?: unknown; code?: ErrorCode };

/** Sends an upload form as a browser does; `client` sends JSON only. */
export async function sendUpload(url: string, { token }: { readonly token: string }, form: UploadForm) {
  const data = new FormData();
  for (const [field, value] of Object.entries(form.fields ?? {})) data.set(field, value);
  if (form.file)
    data.set(
      'file',
      new Blob([new Uint8Array(form.file)], { type: form.type ?? 'image/jpeg' }),
      form.name ?? 'photo.jpg',
    );
  const response = await fetch(`${url}${form.to ?? '/media/upload'}`, {
    method: 'POST',
    headers: { [API_KEY_HEADER]: DEFAULT_API_KEY, authorization: `Bearer ${token}` },
    body: data,
  });
  const body: UploadResponse = JSON.parse(await response.text());
  return { status: response.status, ...body };
}
