/** The variant of an image. */
export type Variant = 'full' | 'small';

/** Returns the store key of a variant. */
export const imageKey = (id: string, variant: Variant): string => (variant === 'full' ? id : `${id}-small`);

/**
 * Returns the store key of a profile picture. The keys differ from those of images, so that no other image can be
 * opened as a profile picture.
 */
export const avatarKey = (id: string, variant: Variant): string =>
  variant === 'full' ? `${id}-avatar` : `${id}-avatar-small`;

/** Returns both store keys of an image. */
export const imageKeys = (id: string): string[] => [imageKey(id, 'full'), imageKey(id, 'small')];

/** Returns both store keys of a profile picture. */
export const avatarKeys = (id: string): string[] => [avatarKey(id, 'full'), avatarKey(id, 'small')];
