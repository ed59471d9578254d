import type { AuditCheck } from '@adda/contract/operations';
import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Link2, ShieldAlert, ShieldCheck } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { countText } from '../dashboard/dashboard-labels.ts';
import { failureText } from '../../../ui/failure-text.ts';
import { sendAuditCheck } from './audit.queries.ts';

function Result({ check }: { check: AuditCheck }) {
  const { ok: isWhole, head, problem } = check;
  const entries = countText(check.entries);
  const Icon = isWhole ? ShieldCheck : ShieldAlert;
  return (
    <div
      role={isWhole ? 'status' : 'alert'}
      className={`flex items-start gap-3 rounded-chip p-3 text-sm ${isWhole ? 'bg-raised' : 'bg-danger-wash text-danger'}`}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div className="grid min-w-0 gap-1">
        <p className="font-semibold">
          {isWhole ? (
            <Trans>The audit is complete and unchanged.</Trans>
          ) : (
            <Trans>The audit was changed: {problem}</Trans>
          )}
        </p>
        <p className="tabular-nums">
          <Trans>Entries: {entries}</Trans>
        </p>
        {head && (
          <p className="wrap-anywhere">
            <Trans>Head:</Trans> <code>{head}</code>
          </p>
        )}
      </div>
    </div>
  );
}

/** Verifies the audit's hash chain on demand (SV-105). */
export function VerifyChain() {
  const check = useMutation({ mutationFn: sendAuditCheck });
  return (
    <section className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Button
          tone="quiet"
          size="small"
          isBusy={check.isPending}
          onClick={() => check.mutate()}
          icon={<Link2 aria-hidden="true" className="size-4" />}
        >
          <Trans>Verify chain</Trans>
        </Button>
        <p className="text-sm text-mute">
          <Trans>Shows whether an entry was changed or taken away.</Trans>
        </p>
      </div>
      <FormErrors message={check.error ? failureText(check.error) : undefined} />
      {check.data && !check.isPending && <Result check={check.data} />}
    </section>
  );
}
