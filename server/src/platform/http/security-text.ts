import type { FastifyInstance } from 'fastify';
import { appError } from '../errors.ts';

const PATH = '/.well-known/security.txt';
/** RFC 9116 recommends less than a year. The date is computed for each response. */
const VALID_DAYS = 180;
const DAY_MS = 86_400_000;

type Options = {
  /** Contact URI for reports of vulnerabilities; undefined when the operator sets none. */
  readonly contact: string | undefined;
  readonly publicUrl: () => string;
};

/** Serves `/.well-known/security.txt` (RFC 9116). Responds with 404 when no contact is set. */
export function addSecurityText(app: FastifyInstance, { contact, publicUrl }: Options): void {
  app.get(PATH, { schema: { hide: true } }, async (_request, reply) => {
    if (contact === undefined) throw appError('not_found');
    const day = Math.floor(Date.now() / DAY_MS);
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${new Date((day + VALID_DAYS) * DAY_MS).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${publicUrl()}${PATH}`,
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}
