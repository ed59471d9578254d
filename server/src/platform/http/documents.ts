import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { API_KEY_HEADER } from '@adda/contract/platform';

/** Describes every route that is registered after it: `GET /openapi.json` and, for people, `GET /docs`. */
export async function addDocuments(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Adda',
        version: '0.1.0',
        description:
          'Errors are {detail, code}; 422 carries a list in detail; 429 carries Retry-After and retry_after.',
      },
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: {
          apiKey: { type: 'apiKey', in: 'header', name: API_KEY_HEADER },
          bearer: { type: 'http', scheme: 'bearer' },
        },
      },
    },
    transform(route) {
      const { schema, url } = jsonSchemaTransform(route);
      const access = route.route.config?.access;
      const security =
        access === 'public'
          ? [{ apiKey: [] }]
          : access === 'open' || access === 'signed'
            ? []
            : [{ apiKey: [], bearer: [] }];
      return { schema: { ...schema, ...(access ? { security } : { hide: true }) }, url };
    },
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    uiConfig: { docExpansion: 'list' },
  });
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger());
}
