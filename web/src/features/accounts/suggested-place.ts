import type { Country } from '@adda/contract/accounts';

type Place = { readonly country: string; readonly state: string };

const unknown: Place = { country: '', state: '' };

/** Time zones of one country, by the beginnings of their names; with a state where the whole zone lies in it. */
const zones: readonly (readonly [zone: string, country: Country, state?: string])[] = [
  ['Asia/Kolkata', 'India'],
  ['Asia/Calcutta', 'India'],
  ['Asia/Karachi', 'Pakistan'],
  ['Asia/Dhaka', 'Bangladesh'],
  ['Asia/Dacca', 'Bangladesh'],
  ['Europe/Belfast', 'UK', 'Northern Ireland'],
  ['Europe/London', 'UK'],
  ['America/Adak', 'USA', 'Alaska'],
  ['America/Anchorage', 'USA', 'Alaska'],
  ['America/Juneau', 'USA', 'Alaska'],
  ['America/Metlakatla', 'USA', 'Alaska'],
  ['America/Nome', 'USA', 'Alaska'],
  ['America/Sitka', 'USA', 'Alaska'],
  ['America/Yakutat', 'USA', 'Alaska'],
  ['America/Boise', 'USA'],
  ['America/Chicago', 'USA'],
  ['America/Denver', 'USA'],
  ['America/Detroit', 'USA', 'Michigan'],
  ['America/Indiana/', 'USA', 'Indiana'],
  ['America/Indianapolis', 'USA', 'Indiana'],
  ['America/Kentucky/', 'USA', 'Kentucky'],
  ['America/Louisville', 'USA', 'Kentucky'],
  ['America/Los_Angeles', 'USA'],
  ['America/Menominee', 'USA', 'Michigan'],
  ['America/New_York', 'USA'],
  ['America/North_Dakota/', 'USA', 'North Dakota'],
  ['America/Phoenix', 'USA', 'Arizona'],
  ['Pacific/Honolulu', 'USA', 'Hawaii'],
];

const regions: Readonly<Record<string, Country>> = {
  IN: 'India',
  GB: 'UK',
  PK: 'Pakistan',
  BD: 'Bangladesh',
  US: 'USA',
};

/** The region that a language tag names. 'en-US' names none: browsers everywhere have it unless one changes it. */
function regionOf(tag: string): string | undefined {
  if (tag.toLowerCase() === 'en-us') return undefined;
  try {
    return new Intl.Locale(tag).region;
  } catch {
    return undefined; // no language tag
  }
}

/**
 * Returns the country, and the state if it is certain, that a browser's time zone suggests, otherwise its languages (HM-04);
 * empty texts if neither does.
 */
export function suggestedPlace(timeZone: string, languages: readonly string[]): Place {
  const zone = zones.find(([name]) => (name.endsWith('/') ? timeZone.startsWith(name) : timeZone === name));
  if (zone) return { country: zone[1], state: zone[2] ?? '' };
  for (const tag of languages) {
    const country = regions[regionOf(tag) ?? ''];
    if (country) return { country, state: '' };
  }
  return unknown;
}

/** Returns what this browser suggests. */
export const placeOfBrowser = (): Place =>
  suggestedPlace(new Intl.DateTimeFormat().resolvedOptions().timeZone, navigator.languages);
