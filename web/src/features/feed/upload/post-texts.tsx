import { CAPTION_MAX, FEELING_MAX, HASHTAGS_MAX } from '@adda/contract/feed/limits';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import type { PostUpload } from './use-post-upload.ts';

/** Number of used and allowed characters. */
function Counter({ text, most }: { text: string; most: number }) {
  return (
    <span className="text-sm font-normal text-mute tabular-nums">
      {text.length} / {most}
    </span>
  );
}

/** Caption of a post, with a counter (FE-16, ME-03). */
export function CaptionField({ posting }: { posting: PostUpload }) {
  const { t } = useLingui();
  const { caption } = posting.draft;
  return (
    <TextAreaField
      name="caption"
      label={<Trans>Caption</Trans>}
      aside={<Counter text={caption} most={CAPTION_MAX} />}
      data-autofocus
      placeholder={t`What's on your mind?`}
      maxLength={CAPTION_MAX}
      value={caption}
      onChange={({ target }) => posting.change({ caption: target.value })}
    />
  );
}

/** Hashtags of a post (FE-17). */
export function HashtagsField({ posting }: { posting: PostUpload }) {
  const { t } = useLingui();
  const { hashtags } = posting.draft;
  return (
    <TextField
      name="hashtags"
      label={<Trans>Hashtags</Trans>}
      aside={<Counter text={hashtags} most={HASHTAGS_MAX} />}
      placeholder={t`#rain #chai`}
      autoComplete="off"
      autoCapitalize="none"
      maxLength={HASHTAGS_MAX}
      value={hashtags}
      onChange={({ target }) => posting.change({ hashtags: target.value })}
    />
  );
}

/** Feeling of a post, typed or chosen from a list (FE-18). */
export function FeelingField({ posting }: { posting: PostUpload }) {
  const { t } = useLingui();
  const id = useId();
  const { feeling } = posting.draft;
  const suggestions = [t`happy`, t`grateful`, t`excited`, t`in love`, t`calm`, t`tired`];
  return (
    <div className="grid gap-2">
      <TextField
        name="feeling"
        label={<Trans>Feeling</Trans>}
        aside={<Counter text={feeling} most={FEELING_MAX} />}
        autoComplete="off"
        maxLength={FEELING_MAX}
        value={feeling}
        onChange={({ target }) => posting.change({ feeling: target.value })}
      />
      <div role="group" aria-labelledby={id} className="flex flex-wrap gap-1.5">
        <span id={id} className="sr-only">
          <Trans>Suggestions for a feeling</Trans>
        </span>
        {suggestions.map((word) => (
          <button
            key={word}
            type="button"
            aria-pressed={feeling === word}
            className="min-h-8 rounded-full bg-raised px-3 text-sm font-medium hover:bg-line aria-pressed:bg-rani-wash aria-pressed:text-rani-ink pointer-coarse:min-h-11"
            onClick={() => posting.change({ feeling: feeling === word ? '' : word })}
          >
            {word}
          </button>
        ))}
      </div>
    </div>
  );
}
