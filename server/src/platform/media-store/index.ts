export { createDiskStore } from './disk-store.ts';
export type { MediaStore } from './media-store.ts';
