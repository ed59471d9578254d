import type { ContenderName } from '../contenders/contender.types.ts';

/** Bytes per idle connection of one contender. */
export type IdleMeasurement = {
  readonly contender: ContenderName;
  readonly connections: number;
  readonly residentBytes: number;
  readonly heapBytes: number;
  /** Resident bytes of the whole process before and after. */
  readonly residentBefore: number;
  readonly residentAfter: number;
};
