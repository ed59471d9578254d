const two = (part: number): string => String(part).padStart(2, '0');

/** A moment of the wire as `datetime-local` has it: `YYYY-MM-DDTHH:mm`, by the clock of this device; '' for null. */
export function localTimeOf(moment: string | null): string {
  if (moment === null) return '';
  const at = new Date(moment);
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The other way round; undefined for an empty or half-typed one. */
export function momentOf(local: string): string | undefined {
  const at = new Date(local);
  return local === '' || Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
