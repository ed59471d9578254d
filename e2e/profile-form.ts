import { API_KEY_HEADER, DEFAULT_API_KEY } from '@adda/contract/platform';
import { expect } from './journey.ts';

/** Changes a profile through the form of the API, for a user with their token. */
export async function editProfile(
  url: string,
  { token }: { readonly token: string },
  fields: Readonly<Record<string, string | Blob>>,
): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const response = await fetch(`${url}/users/update-profile`, {
    method: 'POST',
    headers: { [API_KEY_HEADER]: DEFAULT_API_KEY, authorization: `Bearer ${token}` },
    body: form,
  });
  expect(response.status).toBe(200);
}
