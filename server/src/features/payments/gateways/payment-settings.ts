type Setting =
  | `RAZORPAY_${'KEY_ID' | 'KEY_SECRET' | 'WEBHOOK_SECRET' | 'BASE_URL'}`
  | `PAYPAL_${'CLIENT_ID' | 'CLIENT_SECRET' | 'WEBHOOK_ID' | 'BASE_URL'}`;

/** What the program's settings say of payments; the keys of a gateway are all there or none. */
export type PaymentSettings = { readonly [S in Setting]?: string | undefined } & {
  readonly isProduction: boolean;
  /** Whether people open this server on its own machine alone. */
  readonly isLoopback: boolean;
  readonly SANDBOX?: 'on' | 'off' | undefined;
};
