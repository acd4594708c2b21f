/** Longer statements are cut; the rest is more of the same. */
const LENGTH_MAX = 2_000;

/**
 * Matches possible values: strings with doubled quotes or, after E, escapes; dollar-quoted strings; numbers that are not part
 * of a name or a parameter.
 */
const VALUES = /(?<!\w)e'(?:[^'\\]|\\.|'')*'?|'(?:[^']|'')*'?|\$([a-z_]\w*)?\$[^]*?(?:\$\1\$|$)|(?<![\w$."])\d[\w.]*/gi;

/** Replaces a statement's values by `?`, because they can be what people wrote. */
export function statementShape(text: string): string {
  // cut first: a string without an end is a value up to the cut
  const shape = text.slice(0, LENGTH_MAX).replaceAll(VALUES, '?').replaceAll(/\s+/g, ' ').trim();
  return text.length > LENGTH_MAX ? `${shape}…` : shape;
}

const SUMMARY =
  /^\s*(?:with\b[^]*?\)\s*)?(select|insert into|update|delete from|begin|commit|rollback|set|notify|listen|lock|savepoint|release)\b(?:[^]*?\bfrom\s+|\s+)?("?[a-z_][\w.]*"?)?/i;

/** Returns the verb and the table, as one would search for them. */
export function statementSummary(text: string): string {
  const [, verb, name] = SUMMARY.exec(text.slice(0, LENGTH_MAX)) ?? [];
  if (!verb) return 'statement';
  const does = verb.toLowerCase().split(' ')[0] ?? '';
  return /^(select|insert|update|delete)$/.test(does) && name ? `${does} ${name.replaceAll('"', '')}` : does;
}
