import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { toast } from '../../ui/toast-store.ts';
import type { OpenCheckout } from './checkout.types.ts';
import { PaymentProblem } from './payment-problem.ts';
import type { PaymentStep } from './payment-step.tsx';
import { useCheckout } from './use-checkout.tsx';

/** Functions that a payment needs from the page. */
export type PaymentTools = { openCheckout: OpenCheckout; onStep: (step: PaymentStep) => void };

/** Definition of a payment and its callbacks. */
export type PaymentPlan<Input, Done> = {
  /** Throws {@link PaymentProblem} with a displayable message. */
  pay: (input: Input, tools: PaymentTools) => Promise<Done>;
  /** Called after the payment; `isMounted` is false if its view was closed meanwhile. */
  onPaid: (done: Done, isMounted: boolean) => void;
  /** Returns the message for any other error. */
  otherwise: () => string;
};

/** State of a payment for its view. */
export type Payment<Input, Done> = {
  readonly isBusy: boolean;
  readonly step: PaymentStep | undefined;
  readonly problem: { readonly message: string; readonly detail: string | undefined } | undefined;
  readonly done: Done | undefined;
  readonly start: (input: Input) => void;
  /** Clears the last result. */
  readonly reset: () => void;
  /** The open checkout, to be rendered. */
  readonly checkout: ReactNode;
};

/**
 * Runs one payment at a time. A failure after the view was closed is shown as a toast, since money may have
 * moved.
 */
export function usePayment<Input, Done>(plan: PaymentPlan<Input, Done>): Payment<Input, Done> {
  const { openCheckout, checkout } = useCheckout();
  const [step, setStep] = useState<PaymentStep>();
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const problemFrom = (error: Error) =>
    error instanceof PaymentProblem
      ? { message: error.message, detail: error.detail }
      : { message: plan.otherwise(), detail: undefined };
  const mutation = useMutation({
    mutationFn: (input: Input) => plan.pay(input, { openCheckout, onStep: setStep }),
    onSuccess: (done) => plan.onPaid(done, isMounted.current),
    onError: (error) => {
      if (!isMounted.current) toast.problem(problemFrom(error).message);
    },
    onSettled: () => setStep(undefined),
  });
  return {
    isBusy: mutation.isPending,
    step,
    problem: mutation.error ? problemFrom(mutation.error) : undefined,
    done: mutation.data,
    start: (input) => {
      if (!mutation.isPending) mutation.mutate(input);
    },
    reset: () => mutation.reset(),
    checkout,
  };
}
