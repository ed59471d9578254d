import { IMAGES_AT_ONCE_MAX } from '@adda/contract/messages';
import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { SharedContent } from '../../platform/shared-content.ts';

/** Returns a ref callback that shows the file through an object URL, revoked on unmount. */
const showFile = (file: File) => (element: HTMLImageElement) => {
  const address = URL.createObjectURL(file);
  element.src = address;
  return () => URL.revokeObjectURL(address);
};

function Thumbnail({ file }: { file: File }) {
  const ref = useMemo(() => showFile(file), [file]);
  return (
    <li>
      <img
        ref={ref}
        alt={file.name}
        className="size-18 rounded-chip border border-line bg-raised object-cover"
      />
    </li>
  );
}

/** Which files are left out, and why; in the words of the inputs that take files. */
function Refused({ refused, isTooMany }: Pick<SharedContent, 'refused' | 'isTooMany'>) {
  const { t } = useLingui();
  const texts = refused.map(({ name, problem }) => {
    const text = problem === 'Invalid image format' ? t`Invalid image format` : t`Image size exceeds 10MB`;
    return `${name}: ${text}`;
  });
  if (isTooMany) texts.push(t`Up to ${IMAGES_AT_ONCE_MAX} pictures at once: the first ones are added.`);
  if (texts.length === 0) return null;
  return (
    <ul role="alert" className="grid gap-1 text-sm font-medium text-danger wrap-anywhere">
      {[...new Set(texts)].map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

/** What was shared: its pictures, its text, and what of it can't be sent. */
export function SharedPreview({ shared, text }: { shared: SharedContent; text: string }) {
  const { t } = useLingui();
  // Files may have the same name: what tells them apart is their place.
  const pictures = shared.files.map((file, place) => ({ file, key: `${place}/${file.name}` }));
  return (
    <div className="grid gap-3">
      {pictures.length > 0 && (
        <ul aria-label={t`Your pictures`} className="flex flex-wrap gap-2">
          {pictures.map(({ file, key }) => (
            <Thumbnail key={key} file={file} />
          ))}
        </ul>
      )}
      {text !== '' && (
        <p className="line-clamp-4 rounded-chip bg-raised px-3 py-2 wrap-anywhere whitespace-pre-wrap">
          {text}
        </p>
      )}
      <Refused {...shared} />
    </div>
  );
}
