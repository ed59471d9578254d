/** What a browser's own name for itself contains, and how people call such a device; the first that fits. */
const DEVICES: readonly (readonly [mark: RegExp, name: string])[] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android.*Mobile/, 'Android phone'],
  [/Android/, 'Android tablet'],
  [/CrOS/, 'Chromebook'],
  [/Macintosh/, 'Mac'],
  [/Windows/, 'Windows computer'],
  [/Linux/, 'Linux computer'],
];

/** Returns a name for the passkeys of this device, such as `iPhone`, which its owner may change (ID-01). */
export const deviceName = (userAgent = navigator.userAgent): string =>
  DEVICES.find(([mark]) => mark.test(userAgent))?.[1] ?? 'My device';
