/** How much of a statement is told; what comes after it is more of the same. */
const LENGTH_MAX = 2_000;

/**
 * Everything that may be a value: strings with their quotes doubled or, after E, escaped; strings between dollars; numbers
 * that are no part of a name or of a parameter.
 */
const VALUES = /(?<!\w)e'(?:[^'\\]|\\.|'')*'?|'(?:[^']|'')*'?|\$([a-z_]\w*)?\$[^]*?(?:\$\1\$|$)|(?<![\w$."])\d[\w.]*/gi;

/** A statement without its values: they may be what people wrote. */
export function statementShape(text: string): string {
  // cut first: a part that is not closed by then is a value to its end
  const shape = text.slice(0, LENGTH_MAX).replaceAll(VALUES, '?').replaceAll(/\s+/g, ' ').trim();
  return text.length > LENGTH_MAX ? `${shape}…` : shape;
}

const SUMMARY =
  /^\s*(?:with\b[^]*?\)\s*)?(select|insert into|update|delete from|begin|commit|rollback|set|notify|listen|lock|savepoint|release)\b(?:[^]*?\bfrom\s+|\s+)?("?[a-z_][\w.]*"?)?/i;

/** What it does, to which table: few words, as one looks for them. */
export function statementSummary(text: string): string {
  const [, verb, name] = SUMMARY.exec(text.slice(0, LENGTH_MAX)) ?? [];
  if (!verb) return 'statement';
  const does = verb.toLowerCase().split(' ')[0] ?? '';
  return /^(select|insert|update|delete)$/.test(does) && name ? `${does} ${name.replaceAll('"', '')}` : does;
}
