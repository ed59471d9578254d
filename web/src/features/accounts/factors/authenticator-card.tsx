import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Smartphone } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../../platform/api.ts';
import { Button } from '../../../ui/button.tsx';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { ErrorState } from '../../../ui/view-states.tsx';
import { ConfirmedAction } from '../confirmed-action.tsx';
import { SectionCard } from '../section-card.tsx';
import { Tag } from '../tag.tsx';
import { AuthenticatorSetup } from './authenticator-setup.tsx';
import { factorsQuery, useRefreshFactors } from './factors.queries.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

type CodesHandler = (recoveryCodes: readonly string[]) => void;

/** Begins with an app, or replaces it by another one: the present one works until the other is confirmed. */
function SetUp({ isOn, onCodes }: { isOn: boolean; onCodes: CodesHandler }) {
  const begin = useMutation({ mutationFn: () => api('POST /auth/totp') });
  return (
    <>
      <Button
        tone="quiet"
        size="small"
        isBusy={begin.isPending}
        icon={isOn ? undefined : <Smartphone aria-hidden="true" className="size-4" />}
        onClick={() => begin.mutate()}
      >
        {isOn ? <Trans>Use another app</Trans> : <Trans>Set it up</Trans>}
      </Button>
      {begin.error && (
        <div className="basis-full">
          <FormErrors message={begin.error.message} />
        </div>
      )}
      {begin.data && (
        <AuthenticatorSetup
          secret={begin.data}
          onClose={begin.reset}
          onConfirmed={(codes) => {
            begin.reset();
            onCodes(codes);
          }}
        />
      )}
    </>
  );
}

function CodesLeft({ count }: { count: number }) {
  return (
    <p
      className={
        count > 2 ? 'min-w-0 py-0.5 text-sm text-mute' : 'min-w-0 py-0.5 text-sm font-semibold text-danger'
      }
    >
      {count === 0 ? (
        <Trans>
          You have no recovery code left. Please make new ones, so that you can’t lock yourself out.
        </Trans>
      ) : (
        <Plural value={count} one="# recovery code is left." other="# recovery codes are left." />
      )}
    </p>
  );
}

function TurnedOn({ codesLeft, onCodes }: { codesLeft: number; onCodes: CodesHandler }) {
  const { t } = useLingui();
  const refresh = useRefreshFactors();
  const renew = async () => onCodes((await api('POST /auth/totp/recovery-codes')).recovery_codes);
  const turnOff = async () => {
    await api('DELETE /auth/totp');
    await refresh();
    toast.success(t`Your authenticator app is no longer asked for.`);
  };
  return (
    <>
      <div className="flex items-start gap-2.5">
        <Tag>{t`On`}</Tag>
        <CodesLeft count={codesLeft} />
      </div>
      <div className="flex flex-wrap gap-x-2 gap-y-3">
        <ConfirmedAction
          label={t`New recovery codes`}
          title={t`Make new recovery codes?`}
          description={t`You get ten new ones. The old ones stop working.`}
          confirmLabel={t`Make new ones`}
          act={renew}
        />
        <SetUp isOn onCodes={onCodes} />
        <ConfirmedAction
          label={t`Turn off`}
          spokenLabel={t`Turn off the authenticator app`}
          title={t`Turn off the authenticator app?`}
          description={t`A login no longer asks for a code then, and your recovery codes end.`}
          confirmLabel={t`Turn it off`}
          isDangerous
          act={turnOff}
        />
      </div>
    </>
  );
}

/** The authenticator app and its recovery codes (ID-02). */
export function AuthenticatorCard() {
  const factors = useQuery(factorsQuery);
  const refresh = useRefreshFactors();
  const [codes, setCodes] = useState<readonly string[]>();
  const showCodes: CodesHandler = (shown) => {
    setCodes(shown);
    void refresh();
  };
  return (
    <SectionCard
      title={<Trans>Authenticator app</Trans>}
      text={
        <Trans>
          After your password, an app on your phone shows a code that you enter too. Nobody gets in with a
          password alone.
        </Trans>
      }
    >
      {factors.data ? (
        factors.data.totp ? (
          <TurnedOn codesLeft={factors.data.recovery_codes_left} onCodes={showCodes} />
        ) : (
          <div className="flex flex-wrap gap-x-2 gap-y-3">
            <SetUp isOn={false} onCodes={showCodes} />
          </div>
        )
      ) : factors.error ? (
        <ErrorState
          text={factors.error.message}
          onRetry={() => void factors.refetch()}
          isRetrying={factors.isFetching}
        />
      ) : (
        <ListSkeleton rows={1} />
      )}
      {codes && <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />}
    </SectionCard>
  );
}
