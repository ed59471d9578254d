import type { FileVariant } from './files.service.ts';

/** The key of what is served. */
export const servedKey = (fileId: string, variant: FileVariant): string =>
  variant === 'full' ? fileId : `${fileId}-preview`;

/** The key of a file as it came; it is never served. */
export const sourceKey = (fileId: string): string => `${fileId}-source`;

/** All keys that a file may have in the media store. */
export const allKeys = (fileId: string): string[] => [
  servedKey(fileId, 'full'),
  servedKey(fileId, 'preview'),
  sourceKey(fileId),
];
