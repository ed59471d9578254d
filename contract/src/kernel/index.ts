export * from './errors.ts';
export * from './event.ts';
export * from './ids.ts';
export * from './money.ts';
export * from './paging.ts';
export * from './route.ts';
