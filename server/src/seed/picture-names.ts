/** Pictures that people of the seed show each other. */
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
