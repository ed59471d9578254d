import { Trans, useLingui } from '@lingui/react/macro';
import { Copy } from 'lucide-react';
import { api, type CallOutput } from '../../../platform/api.ts';
import { Button } from '../../../ui/button.tsx';
import { copyText } from '../../../ui/copy-link.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { linkClasses } from '../link-classes.ts';
import { checkCode, TotpField } from './code-field.tsx';

/** What an authenticator app needs to know. */
export type AppSecret = CallOutput<'POST /auth/totp'>;

/** The secret in groups of four, to be typed. */
const grouped = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

/** The picture to scan, and for an app on the same device the secret as text and as a link. */
function Secret({ secret, otpauth_url: address, qr_svg: svg }: AppSecret) {
  const { t } = useLingui();
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-pretty text-mute">
        <Trans>
          Scan this with an authenticator app, for example Google Authenticator, 2FAS or your password
          manager. Then enter the code that it shows.
        </Trans>
      </p>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
        alt={t`QR code for your authenticator app`}
        className="size-48 justify-self-center rounded-chip border border-line bg-white p-2"
      />
      <div className="grid grid-cols-1 justify-items-center gap-1 text-center text-sm">
        <p className="text-mute">
          <Trans>Can’t scan it? Type this into the app:</Trans>
        </p>
        <code className="font-mono font-semibold wrap-anywhere select-all">{grouped(secret)}</code>
        <div className="flex flex-wrap items-center justify-center gap-x-4">
          <Button
            tone="plain"
            size="small"
            icon={<Copy aria-hidden="true" className="size-4" />}
            onClick={() => void copyText(secret, t`Key copied`)}
          >
            <Trans>Copy the key</Trans>
          </Button>
          <a href={address} className={`${linkClasses} lg:hidden`}>
            <Trans>Open an app here</Trans>
          </a>
        </div>
      </div>
    </div>
  );
}

export type AuthenticatorSetupProps = {
  secret: AppSecret;
  onClose: () => void;
  /** Called with the recovery codes once the app is in use. */
  onConfirmed: (recoveryCodes: readonly string[]) => void;
};

/** Brings the secret into an authenticator app and confirms it with the first code (ID-02). */
export function AuthenticatorSetup({ secret, onClose, onConfirmed }: AuthenticatorSetupProps) {
  const { t } = useLingui();
  const form = useForm({
    initial: { totp: '' },
    check: ({ totp }) => checkCode('totp', { totp, recovery_code: '' }),
    errorFields: { wrong_code: 'totp', code: 'totp' },
    send: ({ totp }) => api('POST /auth/totp/confirm', { body: { code: totp.trim() } }),
    onDone: ({ recovery_codes: codes }) => onConfirmed(codes),
  });
  return (
    <FormDialog
      form={form}
      title={t`Set up an authenticator app`}
      onClose={onClose}
      submitLabel={<Trans>Turn on</Trans>}
    >
      <Secret {...secret} />
      <TotpField form={form} />
    </FormDialog>
  );
}
