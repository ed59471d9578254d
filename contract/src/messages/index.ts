export * from './messages.limits.ts';
