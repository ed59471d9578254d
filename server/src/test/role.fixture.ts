import { PUSH_KEYS } from './server-process.fixture.ts';
import { postgresUrl } from './two-nodes.fixture.ts';

/**
 * Returns the settings of a role for an application in this process, which gets its database from the test: the settings
 * only have to say that it is on PostgreSQL (CL-06).
 */
export const roleSettings = (ROLE: 'web' | 'jobs', publicUrl = ''): Record<string, string> => ({
  ROLE,
  PUBLIC_URL: publicUrl,
  DATABASE_URL: postgresUrl ?? '',
  REDIS_URL: process.env['TEST_REDIS_URL'] ?? '',
  ...PUSH_KEYS,
});
