export * from './search.limits.ts';
export * from './search.routes.ts';
export * from './search.schemas.ts';
export * from './search-terms.ts';
export * from './words.ts';
export * from './names.ts';
