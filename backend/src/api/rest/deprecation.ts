/** The text of every deprecation reason (docs/api.md). */
const WORDS =
  /^Use `[^`]+`\. Since \d+\.\d+\.\d+ \((\d{4}-\d\d-\d\d)\), goes after (\d{4}-\d\d-\d\d) at the earliest\.$/;

/** The day of the deprecation, and the day until which the call or field stays at least. */
export function deprecationOf(reason: string): { since: Date; until: Date } {
  const [, since, until] = WORDS.exec(reason) ?? [];
  if (since === undefined || until === undefined) throw new Error(`a deprecation is written otherwise: ${reason}`);
  return { since: new Date(since), until: new Date(until) };
}

/** Returns the headers of answers of a deprecated call (RFC 9745, RFC 8594). */
export function deprecationHeaders(reason: string): Record<string, string> {
  const { since, until } = deprecationOf(reason);
  return { Deprecation: `@${since.getTime() / 1000}`, Sunset: until.toUTCString() };
}

/** Returns a description, with the deprecation if there is one. */
export const writeDescription = (it: {
  description?: string | null | undefined;
  deprecationReason?: string | null | undefined;
}): string => [it.description, it.deprecationReason].filter(Boolean).join(' ');
