/** Thrown instead of writing while the disk is nearly full. Becomes a 503 response. */
export class StorageFullError extends Error {
  override readonly name = 'StorageFullError';

  constructor() {
    super('The disk is nearly full, so nothing can be saved right now.');
  }
}
