import * as z from 'zod/mini';
import { page, pageSize } from '../kernel/paging.ts';
import { defineRoutes } from '../kernel/route.ts';
import { UPLOAD_HASHES_PAGE, UPLOAD_HASHES_PAGE_MAX } from './safety.limits.ts';
import * as s from './safety.schemas.ts';

const message = z.object({ message: z.string() });

export const safetyRoutes = defineRoutes({
  'GET /admin/safety': {
    summary: 'Current limits of new accounts (SV-105).',
    access: 'admin',
    rate: 'read',
    output: z.object({ settings: s.safetySettings }),
    errors: [],
  },
  'PATCH /admin/safety': {
    summary: 'Set the limits of new accounts; recorded in the audit log (SV-105).',
    access: 'admin',
    rate: 'write',
    body: s.safetySettings,
    output: z.object({ message: z.string(), settings: s.safetySettings }),
    errors: [],
  },
  'GET /admin/words': {
    summary: 'The word list (SV-105).',
    access: 'admin',
    rate: 'read',
    output: z.object({ words: z.array(s.listedWord) }),
    errors: [],
  },
  'POST /admin/words': {
    summary: 'Add a word; every node applies it within seconds; recorded in the audit log (SV-105).',
    access: 'admin',
    rate: 'write',
    body: s.wordInput,
    output: z.object({ message: z.string(), word: s.listedWord }),
    status: 201,
    errors: ['word_exists', 'words_full'],
  },
  'DELETE /admin/words/:word_id': {
    summary: 'Remove a word from the list (SV-105).',
    access: 'admin',
    rate: 'write',
    params: z.object({ word_id: s.wordId }),
    output: message,
    errors: ['word_not_found'],
  },
  'GET /admin/upload-hashes': {
    summary: 'Refused files, the newest first.',
    access: 'admin',
    rate: 'read',
    query: z.object({ page, page_size: pageSize(UPLOAD_HASHES_PAGE, UPLOAD_HASHES_PAGE_MAX) }),
    output: z.object({ upload_hashes: z.array(s.uploadHash), total_count: z.int() }),
    errors: [],
  },
  'POST /admin/upload-hashes': {
    summary: 'Refuse a file by its hash; recorded in the audit log.',
    access: 'admin',
    rate: 'write',
    body: s.uploadHashInput,
    output: z.object({ message: z.string(), upload_hash: s.uploadHash }),
    status: 201,
    errors: ['upload_hash_exists'],
  },
  'DELETE /admin/upload-hashes/:upload_hash_id': {
    summary: 'Allow a refused file again; recorded in the audit log.',
    access: 'admin',
    rate: 'write',
    params: z.object({ upload_hash_id: s.uploadHashId }),
    output: message,
    errors: ['upload_hash_not_found'],
  },
});
