export * from './feed.errors.ts';
export * from './feed.limits.ts';
export * from './feed.schemas.ts';
export * from './hashtags.ts';
export * from './side.schemas.ts';
export * from './posts.routes.ts';
export * from './post-activity.routes.ts';
