/** What is deprecated says so in these words, wherever it stands (docs/api.md). */
const WORDS =
  /^Use `[^`]+`\. Since \d+\.\d+\.\d+ \((\d{4}-\d\d-\d\d)\), goes after (\d{4}-\d\d-\d\d) at the earliest\.$/;

/** Since when something is deprecated, and until when it stays at least. */
export function deprecationOf(reason: string): { since: Date; until: Date } {
  const [, since, until] = WORDS.exec(reason) ?? [];
  if (since === undefined || until === undefined) throw new Error(`a deprecation is written otherwise: ${reason}`);
  return { since: new Date(since), until: new Date(until) };
}

/** What answers of a deprecated call say of it (RFC 9745, RFC 8594). */
export function deprecationHeaders(reason: string): Record<string, string> {
  const { since, until } = deprecationOf(reason);
  return { Deprecation: `@${since.getTime() / 1000}`, Sunset: until.toUTCString() };
}

/** What is said of something, and that it is deprecated, if it is. */
export const saidOf = (it: {
  description?: string | null | undefined;
  deprecationReason?: string | null | undefined;
}): string => [it.description, it.deprecationReason].filter(Boolean).join(' ');
