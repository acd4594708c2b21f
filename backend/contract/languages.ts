/** The languages of the app and of its mails, as tags of BCP 47. English comes first: it is what others are translated from. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt-BR', 'ja', 'zh-CN'] as const;
export type Language = (typeof LANGUAGES)[number];

export const isLanguage = (tag: unknown): tag is Language => LANGUAGES.some((language) => language === tag);

/**
 * Languages with less than 95 % of their texts translated. People can choose them, but they are never chosen from the
 * browser's settings.
 */
export const UNFINISHED: readonly Language[] = [];

/** People who read one Chinese script do not necessarily read the other. */
const TRADITIONAL = /^zh-(?:hant|tw|hk|mo)\b/i;

function matchOne(tag: string): Language | undefined {
  if (TRADITIONAL.test(tag)) return undefined;
  const [primary] = tag.toLowerCase().split('-');
  return LANGUAGES.find(
    (language) => language.toLowerCase().split('-')[0] === primary && !UNFINISHED.includes(language),
  );
}

/**
 * Returns the first of these tags that the app has, by its language alone: `de-AT` is `de`, and `pt-PT` is `pt-BR`, which its
 * readers understand better than English. English if it has none.
 */
export function matchLanguage(tags: readonly string[]): Language {
  for (const tag of tags) {
    const found = matchOne(tag.trim());
    if (found) return found;
  }
  return 'en';
}

/** Reads a header `Accept-Language` (RFC 9110, 12.5.4); null if it names none of the app's languages. */
export function readAcceptLanguage(header: string | undefined): Language | null {
  const wanted = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((item) => {
      const [tag = '', ...parameters] = item.split(';');
      const quality = parameters.map((it) => /^\s*q=([\d.]+)\s*$/.exec(it)?.[1]).find((it) => it !== undefined);
      return { tag: tag.trim(), quality: Number(quality ?? 1) };
    })
    .filter(({ tag, quality }) => quality > 0 && matchOne(tag) !== undefined)
    .toSorted((one, other) => other.quality - one.quality);
  const [best] = wanted;
  return best ? matchLanguage([best.tag]) : null;
}
