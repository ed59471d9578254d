export { createDiskStore } from './disk-store.ts';
export { createRetainingStore, type RetainingStore } from './retaining-store.ts';
export type { MediaStore } from './media-store.ts';
export { createFailFastStore, isStoreFailure } from './prompt-store.ts';
export { S3Error } from './s3-call.ts';
export { createS3Store } from './s3-store.ts';
