import type { UploadRule } from '@adda/contract';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { API_KEY_HEADER, SESSION_COOKIE } from '@adda/contract/platform';
import { appError } from '../errors.ts';

/** Describes a form with its file and the fields of the route's body. */
function formOf({ field }: UploadRule, fields: unknown) {
  const described: { properties?: object } = isObject(fields) ? fields : {};
  const properties = { [field]: { type: 'string', format: 'binary' }, ...described.properties };
  return { consumes: ['multipart/form-data'], body: { type: 'object', properties, required: [field] } };
}

/** Describes the binary responses of a route that serves files. */
function answersOf(bytes: 'whole' | 'ranges', described: unknown) {
  const answer = (description: string) => ({
    description,
    content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
  });
  return {
    response: {
      200: answer('The whole file.'),
      ...(bytes === 'ranges' && { 206: answer('The range that was asked for.') }),
      ...(isObject(described) && described),
    },
  };
}

const BEARER_OR_COOKIE: readonly Readonly<Record<string, readonly string[]>>[] = [
  { apiKey: [], bearer: [] },
  { apiKey: [], cookie: [] },
];

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Documents every route that is registered after it: `GET /openapi.json`, and `GET /docs` for developers. */
export async function addDocuments(app: FastifyInstance, publicUrl: string): Promise<void> {
  const cookieName = app.isHttps ? SESSION_COOKIE.https : SESSION_COOKIE.http;
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Adda',
        version: '0.1.0',
        description:
          'Errors are {detail, code}; 422 carries a list in detail; 429 carries Retry-After and retry_after; ' +
          'timed_out carries until.',
      },
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: {
          apiKey: { type: 'apiKey', in: 'header', name: API_KEY_HEADER },
          bearer: { type: 'http', scheme: 'bearer' },
          cookie: { type: 'apiKey', in: 'cookie', name: cookieName },
        },
      },
    },
    transform(route) {
      const { schema, url } = jsonSchemaTransform(route);
      const { access, upload, bytes } = route.route.config ?? {};
      const security =
        access === 'public'
          ? [{ apiKey: [] }]
          : access === 'open' || access === 'signed'
            ? []
            : BEARER_OR_COOKIE;
      const form = upload && formOf(upload, schema?.body);
      const files = bytes && answersOf(bytes, schema?.response);
      return { schema: { ...schema, ...form, ...files, ...(access ? { security } : { hide: true }) }, url };
    },
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    uiConfig: { docExpansion: 'list' },
  });
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger());
}

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
