import type { ColumnType, Generated } from 'kysely';

/** A post; its file is in `media_files`, unless it is words alone. */
export type PostsTable = {
  id: Generated<number>;
  media_id: string;
  author_id: number;
  file_id: string | null;
  plan_id: number | null;
  /** Made by the client; the same on every retry of one upload. */
  upload_key: string | null;
  caption: string | null;
  hashtags: string | null;
  feeling: string | null;
  visibility: 'public' | 'private';
  is_locked: boolean;
  like_count: Generated<number>;
  comment_count: Generated<number>;
  share_count: Generated<number>;
  created_at: Generated<Date>;
  deleted_at: Date | null;
  /** Others than the sender may find it; worked out by the database. */
  is_listed: ColumnType<boolean, never, never>;
};

export type PostLikesTable = { post_id: number; user_id: number; created_at: Generated<Date> };

export type PostCommentsTable = {
  id: Generated<number>;
  comment_id: string;
  post_id: number;
  author_id: number;
  /** Made by the client; the same on every retry of one comment. */
  comment_key: string | null;
  comment: string;
  created_at: Generated<Date>;
  deleted_at: Date | null;
};

declare module '../../platform/database/tables.ts' {
  interface Tables {
    posts: PostsTable;
    post_likes: PostLikesTable;
    post_comments: PostCommentsTable;
  }
}
