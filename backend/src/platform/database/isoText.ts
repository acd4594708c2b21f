/** SQL of a time as JSON has it: in ISO 8601, like `Date.toISOString`. */
export const isoText = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
