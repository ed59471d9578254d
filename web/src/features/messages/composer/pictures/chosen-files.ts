import { IMAGES_AT_ONCE_MAX } from '@adda/contract/messages';
import { t } from '@lingui/core/macro';
import { checkImageFile } from '../../../../platform/compress-image.ts';
import { toast } from '../../../../ui/toast-store.ts';
import type { ChosenImage } from '../attachments.ts';
import { sendImageFile, type ImageFileState } from '../image-file.ts';

/** An image file on its way to the server. */
export type ChosenFile = {
  readonly id: string;
  readonly file: File;
  /** The order in which files were chosen. */
  readonly place: number;
  readonly state: ImageFileState;
};

/** The files of one input. `running` aborts the upload of one of them. */
type Queue = {
  files: readonly ChosenFile[];
  running: AbortController | undefined;
  readonly listeners: Set<() => void>;
};

const queues = new Map<string, Queue>();
const none: readonly ChosenFile[] = [];

function queueOf(key: string): Queue {
  const queue = queues.get(key) ?? { files: none, running: undefined, listeners: new Set() };
  queues.set(key, queue);
  return queue;
}

function show(queue: Queue, files: readonly ChosenFile[]): void {
  queue.files = files;
  for (const listener of queue.listeners) listener();
}

/** Uploads one file after the other, in their order: over a slow connection the first ones are there first. */
async function pump(queue: Queue): Promise<void> {
  const next = queue.files.find(({ state }) => state.step === 'none');
  if (queue.running || !next) return;
  queue.running = new AbortController();
  await sendImageFile(next.file, queue.running.signal, (state) =>
    show(
      queue,
      queue.files.map((each) => (each.id === next.id ? { ...each, state } : each)),
    ),
  );
  queue.running = undefined;
  await pump(queue);
}

let lastPlace = 0;

/** Returns a higher number than before, also after a reload. */
const nextPlace = (): number => (lastPlace = Math.max(lastPlace + 1, Date.now()));

/** Says why a file is not taken. */
function refuse({ name }: File, problem: ReturnType<typeof checkImageFile>): void {
  const text = problem === 'Invalid image format' ? t`Invalid image format` : t`Image size exceeds 10MB`;
  toast.problem(`${name}: ${text}`);
}

/**
 * The image files that were chosen, pasted or dropped for an input and are not in its draft yet, by the key of the input. Uploads
 * go on while another chat is open (HM-12).
 */
export const chosenFiles = {
  list: (key: string): readonly ChosenFile[] => queues.get(key)?.files ?? none,
  subscribe(key: string, listener: () => void): () => void {
    const { listeners } = queueOf(key);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  /** Takes images and begins to upload them; says which files are no images and how many are too many. */
  add(key: string, given: readonly File[]): void {
    const taken = given.filter((file) => {
      const problem = checkImageFile(file);
      if (problem) refuse(file, problem);
      return problem === undefined;
    });
    if (taken.length > IMAGES_AT_ONCE_MAX) {
      toast.problem(t`Up to ${IMAGES_AT_ONCE_MAX} pictures at once: the first ones are added.`);
    }
    const queue = queueOf(key);
    const files = taken.slice(0, IMAGES_AT_ONCE_MAX).map((file): ChosenFile => ({
      id: crypto.randomUUID(),
      file,
      place: nextPlace(),
      state: { step: 'none' },
    }));
    show(queue, [...queue.files, ...files]);
    void pump(queue);
  },
  /** Uploads failed files again; all of them without an id. */
  retry(key: string, id?: string): void {
    const queue = queueOf(key);
    const isMeant = (each: ChosenFile) =>
      each.state.step === 'failed' && each.state.mayRetry && (id ?? each.id) === each.id;
    if (!queue.files.some(isMeant)) return;
    show(
      queue,
      queue.files.map((each) => (isMeant(each) ? { ...each, state: { step: 'none' } } : each)),
    );
    void pump(queue);
  },
  remove(key: string, id: string): void {
    const queue = queueOf(key);
    const step = queue.files.find((each) => each.id === id)?.state.step;
    show(
      queue,
      queue.files.filter((each) => each.id !== id),
    );
    if (step === 'compressing' || step === 'uploading') queue.running?.abort();
  },
  /** Removes and returns the images that the server has. */
  takeDone(key: string): readonly ChosenImage[] {
    const queue = queueOf(key);
    const done = queue.files.flatMap(({ state, place }) =>
      state.step === 'done' ? [{ ...state.image, place }] : [],
    );
    if (done.length > 0) {
      show(
        queue,
        queue.files.filter(({ state }) => state.step !== 'done'),
      );
    }
    return done;
  },
};
