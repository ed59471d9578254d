import type { FastifyInstance } from 'fastify';
import { appError } from '../errors.ts';

const PATH = '/.well-known/security.txt';
/** RFC 9116 wants less than a year; it is written anew whenever it is asked for. */
const GOOD_FOR_DAYS = 180;
const DAY_MS = 86_400_000;

type Options = {
  /** Where weaknesses are reported, as an address with its scheme; undefined where the operator names none. */
  readonly contact: string | undefined;
  readonly publicUrl: () => string;
};

/** Serves `/.well-known/security.txt` (RFC 9116); a page that is not there where no contact is set. */
export function addSecurityText(app: FastifyInstance, { contact, publicUrl }: Options): void {
  app.get(PATH, { schema: { hide: true } }, async (_request, reply) => {
    if (contact === undefined) throw appError('not_found');
    const day = Math.floor(Date.now() / DAY_MS);
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${new Date((day + GOOD_FOR_DAYS) * DAY_MS).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${publicUrl()}${PATH}`,
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}
