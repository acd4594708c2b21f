import type { Reason } from '@contract/reasons';
import type { reasonTexts } from '../texts/reasons';
import { LANGUAGE } from '../language/language';
import { loadExport } from './loadExport';
import { loadWords } from './words';

let sentences: typeof reasonTexts | undefined;

/** Loads the words of reasons. English needs none: the contract and the server have more exact ones. */
export const loadReasonWords = async (): Promise<void> => {
  if (LANGUAGE === 'en' || sentences) return;
  await loadWords(['reasons']);
  sentences = await loadExport(() => import('../texts/reasons'), 'reasonTexts');
};

/** Why a field was refused, in the language of the app, or in English until its words are loaded. */
export const reasonText = ({ key, params }: Pick<Reason, 'key' | 'params'>, english: string): string =>
  sentences?.[key]?.(params) ?? english;
