import { UPLOAD_QUALITY } from '@adda/contract/media';
import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../platform/api-error.ts';
import { checkImageFile, compressImage } from '../../../platform/compress-image.ts';
import { upload } from '../../../platform/upload.ts';
import type { ChosenImage } from './attachments.ts';

/** State of a chosen file. `progress` goes from 0 to 1. */
export type ImageFileState =
  | { readonly step: 'none' }
  | { readonly step: 'compressing' }
  | { readonly step: 'uploading'; readonly progress: number }
  | { readonly step: 'done'; readonly image: ChosenImage }
  /** `detail` is the server's text, if any. `canRetry` is set if the file itself is valid. */
  | {
      readonly step: 'failed';
      readonly problem: string;
      readonly detail?: string | undefined;
      readonly mayRetry: boolean;
    };

type Failed = Extract<ImageFileState, { step: 'failed' }>;

/** Problems of the file, in the specification's words (PC-32, PC-33). */
function fileProblem(file: File): Failed | undefined {
  const problem = checkImageFile(file);
  if (problem === undefined) return undefined;
  const text = problem === 'Invalid image format' ? t`Invalid image format` : t`Image size exceeds 10MB`;
  return { step: 'failed', problem: text, mayRetry: false };
}

/** Server codes for problems of the file itself. */
const fileCodes: readonly string[] = ['image_too_large', 'invalid_image_format', 'upload_refused'];

function uploadProblem(error: unknown): Failed {
  const detail = error instanceof ApiError ? error.message : undefined;
  if (error instanceof ApiError && fileCodes.includes(error.code)) {
    return { step: 'failed', problem: error.detail, mayRetry: false };
  }
  return { step: 'failed', problem: t`Image upload failed`, detail, mayRetry: true };
}

/** Validates, compresses and uploads a chosen file, and reports each step until the signal aborts (PC-31 to PC-39). */
export async function sendImageFile(
  chosen: File,
  signal: AbortSignal,
  onStep: (state: ImageFileState) => void,
): Promise<void> {
  const show = (next: ImageFileState) => signal.aborted || onStep(next);
  const problem = fileProblem(chosen);
  if (problem) return void show(problem);
  show({ step: 'compressing' });
  let small: File;
  try {
    small = await compressImage(chosen);
  } catch {
    return void show({ step: 'failed', problem: t`Image compression failed`, mayRetry: true });
  }
  if (signal.aborted) return undefined;
  show({ step: 'uploading', progress: 0 });
  try {
    const kept = await upload('POST /api/images/upload-image-preview/', {
      file: small,
      fields: { format: 'webp', quality: String(UPLOAD_QUALITY) },
      onProgress: (progress) => void show({ step: 'uploading', progress }),
      signal,
      landing: '/error',
    });
    const { image_id: id, image_url: url, width, height } = kept;
    show({ step: 'done', image: { id, url, width, height } });
  } catch (error) {
    show(uploadProblem(error));
  }
  return undefined;
}

/** The file of an image dialog and its upload; closing or replacing it aborts. */
export function useImageFile() {
  const [file, setFile] = useState<File>();
  const [state, setState] = useState<ImageFileState>({ step: 'none' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const start = (chosen: File): void => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    void sendImageFile(chosen, signal, setState);
  };
  return {
    file,
    state,
    choose(chosen: File) {
      setFile(chosen);
      start(chosen);
    },
    /** Uploads the chosen file again. */
    retry() {
      if (file) start(file);
    },
  };
}
