import { defineErrors } from '../kernel/errors.ts';

export const operationsErrors = defineErrors({});
