export { createDiskStore } from './disk-store.ts';
export { createKeepingStore, type KeepingStore } from './keeping-store.ts';
export type { MediaStore } from './media-store.ts';
export { createPromptStore, isStoreTrouble } from './prompt-store.ts';
export { S3Error } from './s3-call.ts';
export { createS3Store } from './s3-store.ts';
