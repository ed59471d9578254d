/** Names of the drawn pictures of the seed. */
export const pictureNames = [
  'sunset',
  'skyline',
  'chai',
  'monsoon',
  'hills',
  'lanterns',
  'balcony',
  'train',
] as const;

export type PictureName = (typeof pictureNames)[number];
