import type { Passkey } from '@adda/contract/accounts';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { api } from '../../../platform/api.ts';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { Time } from '../../../ui/time.tsx';
import { ErrorState } from '../../../ui/view-states.tsx';
import { ConfirmedAction } from '../confirmed-action.tsx';
import { SectionCard } from '../section-card.tsx';
import { AddPasskey } from './add-passkey-button.tsx';
import { factorsQuery, passkeysQuery, useRefreshFactors } from './factors.queries.ts';
import { passkeyObstacle } from './passkey-support.ts';

function PasskeyRow({ passkey, isOnlyWayIn }: { passkey: Passkey; isOnlyWayIn: boolean }) {
  const { t } = useLingui();
  const refresh = useRefreshFactors();
  const { passkey_id: id, name, created_at: addedAt, last_used_at: usedAt } = passkey;
  const remove = async () => {
    await api('DELETE /auth/passkeys/:passkey_id', { params: { passkey_id: id } });
    await refresh();
  };
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <span aria-hidden="true" className="blob grid size-11 shrink-0 place-items-center bg-raised text-mute">
        <Fingerprint className="size-5" />
      </span>
      <div className="min-w-0 grow basis-40">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-mute">
          <Trans>
            Added <Time value={addedAt} as="ago" />
          </Trans>
          {' · '}
          {usedAt === null ? (
            <Trans>not used yet</Trans>
          ) : (
            <Trans>
              last used <Time value={usedAt} as="ago" />
            </Trans>
          )}
        </p>
      </div>
      {isOnlyWayIn ? (
        <p className="basis-full text-sm text-mute">
          <Trans>
            This is your only way in, so it stays. Set a password or add another passkey if you want to remove
            it.
          </Trans>
        </p>
      ) : (
        <ConfirmedAction
          label={t`Remove`}
          spokenLabel={t`Remove ${name}`}
          title={t`Remove this passkey?`}
          description={t`“${name}” can’t be used to log in any more. You may also want to delete it on the device.`}
          confirmLabel={t`Remove it`}
          isDangerous
          act={remove}
        />
      )}
    </li>
  );
}

/** The way to another passkey, or why there is none here. */
function More() {
  const obstacle = passkeyObstacle();
  if (!obstacle) return <AddPasskey />;
  return (
    <p className="text-sm text-mute">
      {obstacle === 'address' ? (
        <Trans>Passkeys can’t be added here, because the address of this page is a number, not a name.</Trans>
      ) : (
        <Trans>This browser has no passkeys. You can add one with another browser or device.</Trans>
      )}
    </p>
  );
}

/** The passkeys of the account: the list, another one, and their end (ID-01). */
export function PasskeysCard() {
  const passkeys = useQuery(passkeysQuery);
  const factors = useQuery(factorsQuery);
  const failed = [passkeys, factors].find(({ error, data }) => error && !data);
  const list = passkeys.data?.passkeys;
  return (
    <SectionCard
      title={<Trans>Passkeys</Trans>}
      text={
        <Trans>
          Log in with your fingerprint, your face or the lock of your device. There’s nothing to remember, and
          nothing that others could guess.
        </Trans>
      }
    >
      {failed ? (
        <ErrorState
          text={failed.error?.message}
          onRetry={() => void failed.refetch()}
          isRetrying={failed.isFetching}
        />
      ) : list && factors.data ? (
        <>
          {list.length > 0 ? (
            <ul className="-my-3 divide-y divide-line">
              {list.map((passkey) => (
                <PasskeyRow
                  key={passkey.passkey_id}
                  passkey={passkey}
                  isOnlyWayIn={list.length === 1 && !factors.data.password}
                />
              ))}
            </ul>
          ) : (
            <p className="text-sm text-mute">
              <Trans>You have none yet.</Trans>
            </p>
          )}
          <More />
        </>
      ) : (
        <ListSkeleton rows={1} />
      )}
    </SectionCard>
  );
}
