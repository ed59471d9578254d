import { randomBytes } from 'node:crypto';
import { routes, type Route } from '@adda/contract';
import { API_KEY_HEADER, DEFAULT_API_KEY } from '@adda/contract/platform';
import sharp from 'sharp';

/** Returns a unique photo: random noise. */
export function noise(): Promise<Buffer> {
  const [width, height] = [64, 48];
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer();
}

/** Content of a locked post that no unauthorized user may receive. */
export type Secrets = { readonly texts: readonly string[]; readonly bytes: readonly Buffer[] };

/** Takes bytes from the middle: the beginnings and ends of many files are alike. */
const pieceOf = (bytes: Buffer) => bytes.subarray(bytes.length >> 1, (bytes.length >> 1) + 24);

/** Returns the secrets that occur in a response or an event. */
export function leaks(content: Buffer, { texts, bytes }: Secrets): string[] {
  const text = content.toString();
  return [
    ...texts.filter((secret) => text.includes(secret)),
    ...bytes.filter((secret) => content.includes(pieceOf(secret))).map((_bytes, index) => `bytes ${index}`),
    ...bytes.filter((secret) => text.includes(secret.toString('base64').slice(60, 100))).map(() => 'base64'),
  ];
}

/** Values for path and query parameters, by parameter name. */
export type ParameterValues = Readonly<Record<string, string>>;

type CalledGet = { readonly key: string; readonly status: number; readonly content: Buffer };

/** An error 'not found' may repeat the id of the request: the caller sent it, so it reveals nothing. */
const withoutSent = (body: Buffer, status: number, sent: readonly string[]): Buffer =>
  status === 404
    ? Buffer.from(sent.reduce((text, value) => text.replaceAll(value, ''), body.toString()))
    : body;

/** Calls every GET route of the contract, as the owner of the token or unauthenticated without one. */
export async function callAllGets(
  url: string,
  parameterValues: ParameterValues,
  token?: string,
): Promise<CalledGet[]> {
  const all: [string, Route][] = Object.entries(routes);
  const walked: CalledGet[] = [];
  for (const [key, { query }] of all) {
    const [method, path = ''] = key.split(' ');
    if (method !== 'GET') continue;
    const sent: string[] = [];
    const filled = path.replace(/:(\w+)/g, (_mark, name: string) => {
      const value = parameterValues[name] ?? 'none';
      sent.push(value);
      return value;
    });
    const names = query && 'shape' in query ? Object.keys(query.shape as object) : [];
    const given = names.filter((name) => parameterValues[name] !== undefined);
    const search = new URLSearchParams(
      Object.fromEntries(given.map((name) => [name, parameterValues[name] ?? ''])),
    );
    const response = await fetch(`${url}${filled}?${search.toString()}`, {
      headers: {
        [API_KEY_HEADER]: DEFAULT_API_KEY,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
    });
    const body = Buffer.from(await response.arrayBuffer());
    walked.push({ key, status: response.status, content: withoutSent(body, response.status, sent) });
  }
  return walked;
}
