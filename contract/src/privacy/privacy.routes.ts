import * as z from 'zod/mini';
import { defineRoutes, fileInRanges } from '../kernel/route.ts';
import * as s from './privacy.schemas.ts';

export const privacyRoutes = defineRoutes({
  'POST /users/me/export': {
    summary: 'Request an export of all data of the caller; a background job makes it.',
    access: 'session',
    rate: 'write',
    needsRecentProof: true,
    output: z.object({ message: z.string(), export: s.dataExport }),
    errors: ['export_too_soon'],
  },
  'GET /users/me/export': {
    summary: 'The caller’s newest export and its progress; null where there is none.',
    access: 'session',
    rate: 'read',
    output: z.object({ export: z.nullable(s.dataExport) }),
    errors: [],
  },
  'GET /exports/:export_id': {
    summary: 'Download an export, with a signed link (R-15).',
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
