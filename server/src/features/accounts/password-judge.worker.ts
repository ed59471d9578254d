/** Worker thread that rates passwords one after the other (ID-06); its client is `password-judge.service.ts`. */
import { parentPort, workerData } from 'node:worker_threads';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';
import type { JudgeReply, JudgeRequest, JudgeRules } from './password-judge.service.ts';

/** With the default of 100, a password of 128 characters can take seconds; the result is the same. */
const L33T_SUBSTITUTIONS = 4;

const { maxLength, minScore }: JudgeRules = workerData;

const estimator = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  translations: english.translations,
  l33tMaxSubstitutions: L33T_SUBSTITUTIONS,
});

function faultOf({ password, personalWords, siteWords }: JudgeRequest): string | undefined {
  const rated = password.slice(0, maxLength);
  const { score, feedback } = estimator.check(rated, [...personalWords, ...siteWords]);
  if (score >= minScore) return undefined;
  const why = feedback.warning ?? 'This password is easy to guess.';
  return [why, ...feedback.suggestions.slice(0, 1)].join(' ');
}

const port = parentPort;
if (!port) throw new Error('The judge of passwords runs in a worker thread only.');
port.on('message', (request: JudgeRequest) => {
  const reply: JudgeReply = { id: request.id, fault: faultOf(request) };
  port.postMessage(reply);
});
