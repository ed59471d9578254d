/** Texts that no list accepts as a number, though JavaScript reads most of them as 20. */
export const UNREADABLE = [
  'twenty',
  '+20',
  '-20',
  ' 20',
  '20.0',
  '2e1',
  '0x14',
  '20,0',
  '²0',
  '9'.repeat(30),
];
