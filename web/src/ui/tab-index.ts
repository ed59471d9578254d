import { createContext } from 'react';

/**
 * `tabIndex` of what is within a row of a list in which Tab reaches one row only: 0 in that row, -1 in the others. 0 outside
 * of such lists.
 */
export const TabIndex = createContext<0 | -1>(0);
