/** The variant of a file: the file itself, or its small still picture. */
export type FileVariant = 'full' | 'preview';

/** Returns the store key of the served file. */
export const servedKey = (fileId: string, variant: FileVariant): string =>
  variant === 'full' ? fileId : `${fileId}-preview`;

/** Returns the store key of the uploaded file, which is never served. */
export const sourceKey = (fileId: string): string => `${fileId}-source`;

/** Returns all possible store keys of a file. */
export const allKeys = (fileId: string): string[] => [
  servedKey(fileId, 'full'),
  servedKey(fileId, 'preview'),
  sourceKey(fileId),
];
