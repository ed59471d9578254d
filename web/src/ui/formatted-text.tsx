import { LazyComponent } from './lazy-component.tsx';
import { UserText, type UserTextProps } from './linked-text.tsx';
import { lazyFormatting, SIGNS } from './preview-text.ts';

/** User-written text with its formatting (FT-01) and its addresses as links. Contains blocks: not for a paragraph. */
export function FormattedText(props: UserTextProps) {
  const { text } = props;
  const asTyped = <UserText {...props} />;
  if (!SIGNS.test(text)) return asTyped;
  return (
    <LazyComponent
      component={lazyFormatting}
      // Takes the space of the text; what is hidden in it does not appear for a moment.
      fallback={<span className="invisible">{text}</span>}
      failed={() => asTyped}
    >
      {({ FormattedSpans }) => <FormattedSpans {...props} />}
    </LazyComponent>
  );
}
