import * as z from 'zod/mini';
import { defineRoutes, fileInRanges } from '../kernel/route.ts';
import * as s from './privacy.schemas.ts';

export const privacyRoutes = defineRoutes({
  'POST /users/me/export': {
    summary: 'Ask for a copy of everything about the caller; made in the background.',
    access: 'session',
    rate: 'write',
    needsRecentProof: true,
    output: z.object({ message: z.string(), export: s.dataExport }),
    errors: ['export_too_soon'],
  },
  'GET /users/me/export': {
    summary: 'The caller’s newest copy and how far it is; null where there is none.',
    access: 'session',
    rate: 'read',
    output: z.object({ export: z.nullable(s.dataExport) }),
    errors: [],
  },
  'GET /exports/:export_id': {
    summary: 'The bytes of a copy, for the holder of a signed link (R-15).',
    access: 'signed',
    rate: 'file',
    params: z.object({ export_id: z.string().check(z.maxLength(64)) }),
    query: z.object({
      for: z.string().check(z.maxLength(64)),
      expires: z.string().check(z.maxLength(16)),
      signature: z.string().check(z.maxLength(64)),
    }),
    output: fileInRanges,
    errors: ['link_expired', 'export_not_found'],
  },
});
