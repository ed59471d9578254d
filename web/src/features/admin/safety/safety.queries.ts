import {
  UPLOAD_HASHES_PAGE,
  type ListedWord,
  type SafetySettings,
  type UploadHashInput,
  type WordInput,
} from '@adda/contract/safety';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { adminKey } from '../frame/now.queries.ts';
import { pageOf, type AdminFilter } from '../frame/use-admin-place.ts';

/** The current limits of new accounts (SV-105). */
export const safetyQuery = queryOptions({
  queryKey: [...adminKey, 'safety'],
  queryFn: async ({ signal }): Promise<SafetySettings> =>
    (await api('GET /admin/safety', { signal })).settings,
});

/** Changes the limits. */
export const sendSafety = (body: SafetySettings) => api('PATCH /admin/safety', { body });

/** The complete word list, newest first. */
export const wordsQuery = queryOptions({
  queryKey: [...adminKey, 'words'],
  queryFn: async ({ signal }): Promise<ListedWord[]> => (await api('GET /admin/words', { signal })).words,
});

/** Adds a word to the list. */
export const sendWord = (body: WordInput) => api('POST /admin/words', { body });

/** Removes a word from the list. */
export const sendWordRemoval = (wordId: string) =>
  api('DELETE /admin/words/:word_id', { params: { word_id: wordId } });

/** Blocked files, newest first; `files` of the filter is the page number. */
export const hashesQuery = (filter: AdminFilter) => {
  const query = { page: pageOf(filter.files), page_size: UPLOAD_HASHES_PAGE };
  return queryOptions({
    queryKey: [...adminKey, 'upload-hashes', query],
    queryFn: ({ signal }) => api('GET /admin/upload-hashes', { query, signal }),
    placeholderData: keepPreviousData,
  });
};

/** Blocks a file. */
export const sendHash = (body: UploadHashInput) => api('POST /admin/upload-hashes', { body });

/** Allows a file again. */
export const sendHashRemoval = (hashId: string) =>
  api('DELETE /admin/upload-hashes/:upload_hash_id', { params: { upload_hash_id: hashId } });
