import * as z from 'zod/mini';
import { WAVEFORM_SLICES } from './media.limits.ts';

/** The peaks of equal slices of a recording, from 0 to 100 (full scale). */
export const waveform = z.array(z.int().check(z.minimum(0), z.maximum(100))).check(z.length(WAVEFORM_SLICES));
