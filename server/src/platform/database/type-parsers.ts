import pg from 'pg';

const { builtins } = pg.types;
/** The package's list of type ids has no arrays. */
const INT8_ARRAY_OID = 1016;

/**
 * How values are read from the database: int8 as a number, date as its ISO text (a day has no time zone), numeric as
 * text, timestamptz as a Date.
 */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => {
    const oid: number = id;
    if (id === builtins.INT8) return parseInt8;
    if (id === builtins.DATE) return (text: string) => text;
    const parse = pg.types.getTypeParser(id, format);
    return oid === INT8_ARRAY_OID ? (text: string) => toNumbers(parse(text)) : parse;
  },
};

/** Ids and counts stay below 2^53. Throws `RangeError` instead of rounding. */
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number.`);
  return value;
}

function toNumbers(entries: (string | null)[]): (number | null)[] {
  return entries.map((entry) => (entry === null ? null : parseInt8(entry)));
}
