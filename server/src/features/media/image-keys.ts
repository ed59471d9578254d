/** Which of an image's two sizes is meant. */
export type Variant = 'full' | 'small';

/** The key of a variant in the media store. */
export const imageKey = (id: string, variant: Variant): string => (variant === 'full' ? id : `${id}-small`);

/** Keys of their own: no image that is no profile picture can be opened as one. */
export const avatarKey = (id: string, variant: Variant): string =>
  variant === 'full' ? `${id}-avatar` : `${id}-avatar-small`;

/** Both of an image. */
export const imageKeys = (id: string): string[] => [imageKey(id, 'full'), imageKey(id, 'small')];

/** Both of a profile picture. */
export const avatarKeys = (id: string): string[] => [avatarKey(id, 'full'), avatarKey(id, 'small')];
