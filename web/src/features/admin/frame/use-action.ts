import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useForm, type FormOptions } from '../../../ui/use-form.ts';
import { adminKey } from './now.queries.ts';

/**
 * An action on the server. `run` does nothing while it is in progress, so a double press acts once.
 * Afterwards the console's queries are invalidated, also on failure: another administrator may have been
 * faster.
 */
export function useAction<Input, Answer>(
  send: (input: Input) => Promise<Answer>,
  callbacks: {
    onDone: (answer: Answer, input: Input) => void;
    onFailed?: (error: Error, input: Input) => void;
  },
) {
  const client = useQueryClient();
  const isRunning = useRef(false);
  const act = useMutation({
    mutationFn: send,
    onSuccess: callbacks.onDone,
    onError: callbacks.onFailed,
    onSettled: async () => {
      isRunning.current = false;
      await client.invalidateQueries({ queryKey: adminKey });
    },
  });
  const run = (input: Input) => {
    if (isRunning.current) return;
    isRunning.current = true;
    act.mutate(input);
  };
  return { run, isBusy: act.isPending, error: act.error, sent: act.isPending ? act.variables : undefined };
}

/** A form of the console: after each request, also a failed one, the console's queries are invalidated. */
export function useActionForm<Values extends object, Answer>(options: FormOptions<Values, Answer>) {
  const client = useQueryClient();
  const send = (values: Values) =>
    options.send(values).finally(() => void client.invalidateQueries({ queryKey: adminKey }));
  return useForm<Values, Answer>({ ...options, send });
}
