const twoDigits = (part: number): string => String(part).padStart(2, '0');

/**
 * Converts an ISO time to the value of a `datetime-local` input: `YYYY-MM-DDTHH:mm`, in the device's zone; ''
 * for null.
 */
export function localTimeOf(moment: string | null): string {
  if (moment === null) return '';
  const at = new Date(moment);
  const day = `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`;
  return `${day}T${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;
}

/** Converts such a value back to an ISO time; undefined if it is empty or incomplete. */
export function momentOf(local: string): string | undefined {
  const at = new Date(local);
  return local === '' || Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
