import { useLingui } from '@lingui/react/macro';
import { Smile } from 'lucide-react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LazyComponent } from '../../../ui/lazy-component.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { useMenu } from '../../../ui/use-menu.ts';
import { lazyEmojiPicker } from './emoji-picker-lazy.ts';

/** Opens the emoji picker over the page; it closes after a choice, on Escape, or on a press outside. */
export function EmojiButton(props: { onPick: (emoji: string) => void; isDisabled?: boolean }) {
  const { onPick, isDisabled } = props;
  const { t } = useLingui();
  const { triggerProps, menuProps, close } = useMenu();
  return (
    <>
      <IconButton
        {...triggerProps}
        aria-haspopup="dialog"
        label={t`Emoji`}
        disabled={isDisabled}
        icon={<Smile aria-hidden="true" className="size-5" />}
      />
      {/* The browser also closes it on Escape; the focus then returns to the button. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        {...menuProps}
        role="dialog"
        aria-label={t`Emoji`}
        className="menu h-96 max-h-[calc(100dvh-1rem)] w-[min(21.5rem,calc(100vw-1rem))] p-0!"
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          close();
        }}
      >
        {triggerProps['aria-expanded'] === true && (
          <LazyComponent
            component={lazyEmojiPicker}
            onFailed={close}
            fallback={
              <div className="grid h-full place-items-center">
                <Spinner />
              </div>
            }
          >
            {({ EmojiPanel }) => (
              <EmojiPanel
                onPick={(emoji) => {
                  close();
                  onPick(emoji);
                }}
              />
            )}
          </LazyComponent>
        )}
      </div>
    </>
  );
}
