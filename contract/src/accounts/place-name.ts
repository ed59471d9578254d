/**
 * Returns a device with the country of its login (ISO 3166-1 alpha-2), if that is known: 'Firefox on Linux, India'. For the list of
 * devices, mails and the activity (ID-05).
 */
export function placeName(device: string, country: string | null): string {
  // A server of the version before this does not send it.
  if (!country) return device;
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
  return `${device}, ${names.of(country) ?? country}`;
}
