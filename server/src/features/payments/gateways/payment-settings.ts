type Setting =
  | `RAZORPAY_${'KEY_ID' | 'KEY_SECRET' | 'WEBHOOK_SECRET' | 'BASE_URL'}`
  | `PAYPAL_${'CLIENT_ID' | 'CLIENT_SECRET' | 'WEBHOOK_ID' | 'BASE_URL'}`;

/** The payment settings of the program; the keys of a gateway are set completely or not at all. */
export type PaymentSettings = { readonly [S in Setting]?: string | undefined } & {
  readonly isProduction: boolean;
  /** Whether this server is reachable from its own machine only. */
  readonly isLoopback: boolean;
  readonly SANDBOX?: 'on' | 'off' | undefined;
};
