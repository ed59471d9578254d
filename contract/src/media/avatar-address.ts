/** Where profile pictures are: an address begins so and ends with an id that can't be guessed. */
export const AVATAR_PATH = '/media/avatars/';

/** The address of the small variant of a profile picture, for lists; any other address stays as it is. */
export const smallAvatar = (address: string): string =>
  address.startsWith(AVATAR_PATH) ? `${address}?size=small` : address;
