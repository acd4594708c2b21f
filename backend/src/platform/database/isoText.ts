/** SQL of a time as JSON has it: in ISO 8601, like `Date.toISOString`. Sessions are in UTC. */
export const isoText = (column: string): string => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
