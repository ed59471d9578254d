import { defineErrors } from '../kernel/errors.ts';

export const videoErrors = defineErrors({
  invalid_youtube_url: { status: 400, detail: 'Invalid YouTube URL' },
  video_search_failed: { status: 502, detail: 'Failed to search YouTube videos' },
  video_search_off: {
    status: 501,
    detail: 'Video search is not set up here. Paste a YouTube link instead.',
  },
});
