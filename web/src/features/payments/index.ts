/** Payments: the checkouts of both providers and of the sandbox. Loaded with the views that need payments. */
export { CheckoutError, type CheckoutFailure, type PaidResult, type UnpaidResult } from './checkout.types.ts';
export { ChargeNote, GatewayField } from './gateway-field.tsx';
export { isDeclined, payOrder } from './pay-order.ts';
export { PaymentProblem, problemOf, unpaid } from './payment-problem.ts';
export { PaymentStatus } from './payment-step.tsx';
export { SandboxNote } from './sandbox-note.tsx';
export { useGateway } from './use-gateway.ts';
export { usePayment, type Payment, type PaymentTools } from './use-payment.ts';
