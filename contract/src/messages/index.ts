export * from './messages.limits.ts';
export * from './visible-text.ts';
