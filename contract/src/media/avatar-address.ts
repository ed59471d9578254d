/** Path of profile pictures: an address starts with it and ends with an unguessable id. */
export const AVATAR_PATH = '/media/avatars/';

/** Returns the address of the small variant of a profile picture, for lists; any other address is returned unchanged. */
export const smallAvatar = (address: string): string =>
  address.startsWith(AVATAR_PATH) ? `${address}?size=small` : address;
