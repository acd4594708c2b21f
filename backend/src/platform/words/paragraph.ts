import type { I18n } from '@lingui/core';

/** Joins sentences to a paragraph. Chinese and Japanese have no spaces between them. */
export const paragraph = ({ locale }: Pick<I18n, 'locale'>, ...sentences: string[]): string =>
  sentences.join(locale === 'ja' || locale === 'zh-CN' ? '' : ' ');
