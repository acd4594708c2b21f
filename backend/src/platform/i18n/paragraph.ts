import type { I18n } from '@lingui/core';

/** Chinese and Japanese have a full stop of their own, and no spaces between sentences. */
const isCjk = ({ locale }: Pick<I18n, 'locale'>): boolean => locale === 'ja' || locale === 'zh-CN';

/** Joins sentences to a paragraph. */
export const paragraph = (i18n: Pick<I18n, 'locale'>, ...sentences: string[]): string =>
  sentences.join(isCjk(i18n) ? '' : ' ');

/** Returns a sentence with a full stop, unless it ends with a mark. */
export const endSentence = (i18n: Pick<I18n, 'locale'>, sentence: string): string =>
  /[.!?…。！？]$/.test(sentence) ? sentence : `${sentence}${isCjk(i18n) ? '。' : '.'}`;
