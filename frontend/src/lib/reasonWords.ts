import type { Reason } from '@contract/reasons';
import { LANGUAGE } from '../language/language';
import type { reasonTexts } from '../texts/reasons';
import type { refusalTexts, waitText } from '../texts/refusals';
import { loadExport } from './loadExport';
import { loadWords } from './words';

let reasons: typeof reasonTexts | undefined;
let refusals: { texts: typeof refusalTexts; wait: typeof waitText } | undefined;

/** Loads the words of reasons and refusals. English needs none: the contract and the server have more exact ones. */
export const loadReasonWords = async (): Promise<void> => {
  if (LANGUAGE === 'en' || refusals) return;
  await loadWords(['reasons']);
  reasons = await loadExport(() => import('../texts/reasons'), 'reasonTexts');
  const load = () => import('../texts/refusals');
  refusals = { texts: await loadExport(load, 'refusalTexts'), wait: await loadExport(load, 'waitText') };
};

/** Why a field was refused, in the language of the app, or in English until its words are loaded. */
export const reasonText = ({ key, params }: Pick<Reason, 'key' | 'params'>, english: string): string =>
  reasons?.[key]?.(params) ?? english;

/**
 * A refusal of the server in the language of the app; '' for one that has no words there, so that the page that asked says what
 * has failed.
 */
export const refusalText = (english: string, retryAfter: number | undefined): string => {
  if (LANGUAGE === 'en') return english;
  const count = Number(/\d[\d,]*/.exec(english)?.[0].replaceAll(',', ''));
  const known = refusals?.texts[english.replace(/\d[\d,]*/, '#')];
  return known?.(count) ?? (retryAfter === undefined ? '' : (refusals?.wait(retryAfter) ?? ''));
};

/** What the server says of something that was done, in the language of the app. */
export const serverText = (english: string): string => refusalText(english, undefined) || english;
