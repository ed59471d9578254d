import { Trans, useLingui } from '@lingui/react/macro';
import {
  GROUP_DESCRIPTION_MAX,
  GROUP_LANGUAGES_MAX,
  GROUP_NAME_MAX,
  GROUP_RULES_MAX,
  GROUP_TOPIC_MAX,
  ROOM_CATEGORIES,
} from '@adda/contract/rooms';
import { Globe, Lock, X } from 'lucide-react';
import { useId, useRef, type ReactNode } from 'react';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import type { FormState } from '../../../ui/use-form.ts';
import { PictureField } from './picture-field.tsx';
import type { RoomValues } from './room-form.ts';
import { categoryName, languageName, ROOM_LANGUAGES } from './room-labels.ts';
import { SLOW_MODE_STEPS, slowModeName } from './slow-mode.ts';

type RoomForm = { form: FormState<RoomValues> };

/** Name and description of a room. */
export function NameFields({ form }: RoomForm) {
  return (
    <>
      <TextField
        {...form.field('name')}
        label={<Trans>Room name</Trans>}
        hint={<Trans>What do people come here for?</Trans>}
        autoComplete="off"
        maxLength={GROUP_NAME_MAX}
        required
        data-autofocus
      />
      <TextAreaField
        {...form.field('description')}
        label={<Trans>Description (optional)</Trans>}
        maxLength={GROUP_DESCRIPTION_MAX}
      />
    </>
  );
}

function VisibilityChoice(props: {
  name: string;
  isChosen: boolean;
  icon: ReactNode;
  label: ReactNode;
  text: ReactNode;
  onChoose: () => void;
}) {
  const { name, isChosen, icon, label, text, onChoose } = props;
  const id = useId();
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3 rounded-card border border-edge px-4 py-3 has-checked:border-rani">
      <input
        type="radio"
        name={name}
        checked={isChosen}
        aria-labelledby={`${id}-name`}
        aria-describedby={id}
        onChange={onChoose}
        className="mt-1 size-5 accent-(--rani)"
      />
      <span className="grid gap-0.5">
        <span id={`${id}-name`} className="flex items-center gap-1.5 font-semibold">
          {icon}
          {label}
        </span>
        <span id={id} className="text-sm text-mute">
          {text}
        </span>
      </span>
    </label>
  );
}

/** Who finds the room (GR-01). */
export function VisibilityField({ form }: RoomForm) {
  const name = useId();
  const { visibility } = form.values;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-semibold">
        <Trans>Who can find it?</Trans>
      </legend>
      <VisibilityChoice
        name={name}
        isChosen={visibility === 'public'}
        icon={<Globe aria-hidden="true" className="size-4" />}
        label={<Trans>Public</Trans>}
        text={<Trans>The door is open: everybody finds it and may walk in.</Trans>}
        onChoose={() => form.change({ visibility: 'public' })}
      />
      <VisibilityChoice
        name={name}
        isChosen={visibility === 'private'}
        icon={<Lock aria-hidden="true" className="size-4" />}
        label={<Trans>Private</Trans>}
        text={<Trans>Just for your own people: nobody else even knows that it is there.</Trans>}
        onChoose={() => form.change({ visibility: 'private' })}
      />
    </fieldset>
  );
}

/** Up to three languages: the chosen ones can be removed, others added (GR-08). */
function LanguagesField({ form }: RoomForm) {
  const { t } = useLingui();
  const { languages } = form.values;
  const others = ROOM_LANGUAGES.filter((tag) => !languages.includes(tag));
  const isFull = languages.length >= GROUP_LANGUAGES_MAX;
  const select = useRef<HTMLSelectElement>(null);
  const remove = (tag: string) => {
    form.change({ languages: languages.filter((each) => each !== tag) });
    // The button goes with its language.
    select.current?.focus();
  };
  return (
    <div className="grid gap-2">
      <SelectField
        ref={select}
        name="language"
        label={<Trans>Languages (up to {GROUP_LANGUAGES_MAX})</Trans>}
        placeholder={isFull ? t`Remove one to add another` : t`Add a language`}
        error={form.errorOf('languages')}
        value=""
        options={isFull ? [] : others.map((value) => ({ value, label: languageName(value) }))}
        onChange={({ target }) => form.change({ languages: [...languages, target.value] })}
      />
      {languages.length > 0 && (
        <ul aria-label={t`Chosen languages`} className="flex flex-wrap gap-2">
          {languages.map((tag) => (
            <li key={tag}>
              <button
                type="button"
                className="inline-flex min-h-11 items-center gap-1.5 rounded-full bg-raised px-4 text-sm font-semibold"
                aria-label={t`Remove ${languageName(tag)}`}
                onClick={() => remove(tag)}
              >
                {languageName(tag)}
                <X aria-hidden="true" className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** What a room needs no answer for: topic, rules, picture, category and languages. */
export function DetailFields({ form }: RoomForm) {
  const { values } = form;
  return (
    <>
      <PictureField
        name={values.name}
        picture={values.picture}
        error={form.errorOf('picture')}
        onChange={(picture) => form.change({ picture })}
        onLoading={(isPictureLoading) => form.change({ isPictureLoading })}
      />
      <TextField
        {...form.field('topic')}
        label={<Trans>Topic</Trans>}
        hint={<Trans>What is everybody talking about today?</Trans>}
        autoComplete="off"
        maxLength={GROUP_TOPIC_MAX}
      />
      <TextAreaField
        {...form.field('rules')}
        label={<Trans>Rules</Trans>}
        hint={<Trans>How do you want people to treat each other here?</Trans>}
        maxLength={GROUP_RULES_MAX}
      />
      <SelectField
        {...form.choice('category', ROOM_CATEGORIES)}
        label={<Trans>Category</Trans>}
        options={ROOM_CATEGORIES.map((value) => ({ value, label: categoryName(value) }))}
      />
      <LanguagesField form={form} />
    </>
  );
}

/** The pause between two messages of a member (GR-03); a number from elsewhere stays in the choice. */
export function SlowModeField({ form }: RoomForm) {
  const current = Number(form.values.slow_mode_s);
  const steps = [...new Set([...SLOW_MODE_STEPS, current])].toSorted((one, other) => one - other);
  return (
    <SelectField
      {...form.field('slow_mode_s')}
      label={<Trans>Slow mode</Trans>}
      hint={<Trans>Everybody waits this long between two messages. Moderators don't.</Trans>}
      options={steps.map((seconds) => ({ value: String(seconds), label: slowModeName(seconds) }))}
    />
  );
}
