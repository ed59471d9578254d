import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { toast } from '../../ui/toast-store.ts';
import type { OpenCheckout } from './checkout.types.ts';
import { PaymentProblem } from './payment-problem.ts';
import type { PaymentStep } from './payment-step.tsx';
import { useCheckout } from './use-checkout.tsx';

/** What a payment needs of the page. */
export type PaymentTools = { openCheckout: OpenCheckout; onStep: (step: PaymentStep) => void };

/** What is paid, and what follows. */
export type PaymentPlan<Wish, Done> = {
  /** Throws {@link PaymentProblem} with the words to say. */
  pay: (wish: Wish, tools: PaymentTools) => Promise<Done>;
  /** It is paid; the view that it began in may have been closed meanwhile. */
  onPaid: (done: Done, isHere: boolean) => void;
  /** What is said of everything that has no words of its own. */
  otherwise: () => string;
};

/** A payment on its way, as its view shows it. */
export type Payment<Wish, Done> = {
  readonly isBusy: boolean;
  readonly step: PaymentStep | undefined;
  readonly problem: { readonly message: string; readonly detail: string | undefined } | undefined;
  readonly done: Done | undefined;
  readonly start: (wish: Wish) => void;
  /** Forgets how the last one went. */
  readonly reset: () => void;
  /** Has to be drawn: the open checkout. */
  readonly checkout: ReactNode;
};

/** Pays one thing at a time. Money may be on its way: who has closed the view is told of a failure all the same. */
export function usePayment<Wish, Done>(plan: PaymentPlan<Wish, Done>): Payment<Wish, Done> {
  const { openCheckout, checkout } = useCheckout();
  const [step, setStep] = useState<PaymentStep>();
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const wordsOf = (error: Error) =>
    error instanceof PaymentProblem
      ? { message: error.message, detail: error.detail }
      : { message: plan.otherwise(), detail: undefined };
  const mutation = useMutation({
    mutationFn: (wish: Wish) => plan.pay(wish, { openCheckout, onStep: setStep }),
    onSuccess: (done) => plan.onPaid(done, isHere.current),
    onError: (error) => {
      if (!isHere.current) toast.problem(wordsOf(error).message);
    },
    onSettled: () => setStep(undefined),
  });
  return {
    isBusy: mutation.isPending,
    step,
    problem: mutation.error ? wordsOf(mutation.error) : undefined,
    done: mutation.data,
    start: (wish) => {
      if (!mutation.isPending) mutation.mutate(wish);
    },
    reset: () => mutation.reset(),
    checkout,
  };
}
