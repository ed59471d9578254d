import type { HelpLines } from '@adda/contract/moderation';

/**
 * Telephone numbers by country (MR-05), in alphabetical order. docs/help-lines.md has the source of each number; a test
 * compares both.
 */
export const HELP_LINES: readonly HelpLines[] = [
  {
    country: 'Australia',
    checked_at: '2026-11-23',
    numbers: [
      { name: 'Emergency', number: '000' },
      { name: '1800RESPECT', number: '1800 737 732' },
      { name: 'Lifeline', number: '13 11 14' },
    ],
  },
  {
    country: 'Austria',
    checked_at: '2026-11-23',
    numbers: [
      { name: 'Police', number: '133' },
      { name: 'Frauenhelpline gegen Gewalt', number: '0800 222 555' },
      { name: 'Telefonseelsorge', number: '142' },
    ],
  },
  {
    country: 'Bangladesh',
    checked_at: '2026-11-23',
    numbers: [
      { name: 'Emergency', number: '999' },
      { name: 'Helpline on violence against women and children', number: '109' },
    ],
  },
  {
    country: 'Belgium',
    checked_at: '2026-11-23',
    numbers: [
      { name: 'Police', number: '101' },
      { name: 'Emergency', number: '112' },
    ],
  },
  {
    country: 'Brazil',
    checked_at: '2026-11-23',
    numbers: [
      { name: 'Police', number: '190' },
      { name: 'Central de Atendimento à Mulher', number: '180' },
      { name: 'CVV', number: '188' },
    ],
  },
  {
    country: 'Canada',
    checked_at: '2026-11-23',
    numbers: [
      { name: 'Emergency', number: '911' },
      { name: 'Suicide Crisis Helpline', number: '988' },
    ],
  },
  {
    country: 'Denmark',
    checked_at: '2026-11-23',
    numbers: [
      { name: 'Emergency', number: '112' },
      { name: 'Lev Uden Vold', number: '1888' },
    ],
  },
  {
    country: 'Finland',
    checked_at: '2026-11-23',
    numbers: [
      { name: 'Emergency', number: '112' },
      { name: 'Nollalinja', number: '080 005 005' },
    ],
  },
  {
    country: 'France',
    checked_at: '2026-11-23',
    numbers: [
      { name: 'Emergency', number: '112' },
      { name: 'Police', number: '17' },
      { name: 'Violences Femmes Info', number: '3919' },
      { name: 'Prévention du suicide', number: '3114' },
    ],
  },
  {
    country: 'Germany',
    checked_at: '2026-11-23',
    numbers: [
      { name: 'Police', number: '110' },
      { name: 'Emergency', number: '112' },
      { name: 'Hilfetelefon Gewalt gegen Frauen', number: '116 016' },
      { name: 'TelefonSeelsorge', number: '0800 111 0 111' },
    ],
  },
  {
    country: 'India',
    checked_at: '2026-11-23',
    numbers: [
      { name: 'Emergency', number: '112' },
      { name: 'Women’s helpline', number: '181' },
      { name: 'Cybercrime helpline', number: '1930' },
      { name: 'Tele MANAS, someone to talk to', number: '14416' },
    ],
  },
  {
    country: 'Indonesia',
    checked_at: '2026-11-23',
    numbers: [
      { name: 'Police', number: '110' },
      { name: 'SAPA', number: '129' },
    ],
  },
  {
    country: 'Ireland',
    checked_at: '2026-11-23',
    numbers: [
      { name: 'Emergency', number: '112' },
      { name: 'Women’s Aid', number: '1800 341 900' },
      { name: 'Samaritans', number: '116 123' },
    ],
  },
  {
    country: 'Italy',
    checked_at: '2026-11-23',
    numbers: [
      { name: 'Emergency', number: '112' },
      { name: 'Antiviolenza e stalking', number: '1522' },
    ],
  },
  {
    country: 'Japan',
    checked_at: '2026-11-23',
    numbers: [
      { name: 'Police', number: '110' },
      { name: 'DV Hotline Plus', number: '0120 279 889' },
    ],
  },
  {
    country: 'Kenya',
    checked_at: '2026-11-23',
    numbers: [
      { name: 'Emergency', number: '999' },
      { name: 'Gender violence hotline', number: '1195' },
    ],
  },
  {
    country: 'Mexico',
    checked_at: '2026-11-23',
    numbers: [
      { name: 'Emergency', number: '911' },
      { name: 'Línea de la Vida', number: '800 911 2000' },
    ],
  },
  {
    country: 'Nepal',
    checked_at: '2026-11-23',
    numbers: [
      { name: 'Police emergency', number: '100' },
      { name: 'National Women Commission helpline', number: '1145' },
    ],
  },
  {
    country: 'Netherlands',
    checked_at: '2026-11-23',
    numbers: [
      { name: 'Emergency', number: '112' },
      { name: 'Veilig Thuis', number: '0800 2000' },
      { name: '113 Zelfmoordpreventie', number: '0800 0113' },
    ],
  },
  {
    country: 'New Zealand',
    checked_at: '2026-11-23',
    numbers: [
      { name: 'Emergency', number: '111' },
      { name: 'Women’s Refuge', number: '0800 733 843' },
      { name: '1737, need to talk?', number: '1737' },
    ],
  },
  { country: 'Nigeria', checked_at: '2026-11-23', numbers: [{ name: 'Emergency', number: '112' }] },
  {
    country: 'Norway',
    checked_at: '2026-11-23',
    numbers: [
      { name: 'Police', number: '112' },
      { name: 'VO-linjen', number: '116 006' },
    ],
  },
  {
    country: 'Pakistan',
    checked_at: '2026-11-23',
    numbers: [
      { name: 'Police emergency', number: '15' },
      { name: 'Human rights helpline', number: '1099' },
      { name: 'Cyber harassment helpline', number: '0800 39393' },
    ],
  },
  { country: 'Philippines', checked_at: '2026-11-23', numbers: [{ name: 'Emergency', number: '911' }] },
  {
    country: 'Poland',
    checked_at: '2026-11-23',
    numbers: [
      { name: 'Emergency', number: '112' },
      { name: 'Niebieska Linia', number: '800 120 002' },
    ],
  },
  {
    country: 'Portugal',
    checked_at: '2026-11-23',
    numbers: [
      { name: 'Emergency', number: '112' },
      { name: 'Serviço de Informação às Vítimas de Violência Doméstica', number: '800 202 148' },
    ],
  },
  {
    country: 'South Africa',
    checked_at: '2026-11-23',
    numbers: [
      { name: 'Police', number: '10111' },
      { name: 'GBV Command Centre', number: '0800 428 428' },
    ],
  },
  {
    country: 'Spain',
    checked_at: '2026-11-23',
    numbers: [
      { name: 'Emergency', number: '112' },
      { name: 'Violencia de género', number: '016' },
      { name: 'Conducta suicida', number: '024' },
    ],
  },
  {
    country: 'Sri Lanka',
    checked_at: '2026-11-23',
    numbers: [
      { name: 'Police emergency', number: '119' },
      { name: 'Women’s helpline', number: '1938' },
    ],
  },
  {
    country: 'Sweden',
    checked_at: '2026-11-23',
    numbers: [
      { name: 'Emergency', number: '112' },
      { name: 'Kvinnofridslinjen', number: '020 50 50 50' },
    ],
  },
  {
    country: 'Switzerland',
    checked_at: '2026-11-23',
    numbers: [
      { name: 'Police', number: '117' },
      { name: 'Die Dargebotene Hand', number: '143' },
    ],
  },
  {
    country: 'UK',
    checked_at: '2026-11-23',
    numbers: [
      { name: 'Emergency', number: '999' },
      { name: 'National Domestic Abuse Helpline', number: '0808 2000 247' },
      { name: 'Samaritans', number: '116 123' },
    ],
  },
  {
    country: 'USA',
    checked_at: '2026-11-23',
    numbers: [
      { name: 'Emergency', number: '911' },
      { name: 'National Domestic Violence Hotline', number: '1 800 799 7233' },
      { name: 'Suicide and Crisis Lifeline', number: '988' },
    ],
  },
];

/** Given where the country is unknown or has no numbers here: most mobile networks connect it to the local emergency service. */
export const ANYWHERE: HelpLines = {
  country: null,
  checked_at: '2026-11-23',
  numbers: [{ name: 'Emergency number of most mobile networks', number: '112' }],
};

/** Returns the numbers of a country, by its value in accounts. */
export const helpLinesOf = (country: string | undefined): HelpLines =>
  HELP_LINES.find((lines) => lines.country === country) ?? ANYWHERE;
