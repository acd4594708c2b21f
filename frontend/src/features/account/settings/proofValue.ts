/** No password contains this character, so a proof in the password field cannot be mistaken for a password. */
const MARK = '\u0000';

/** Converts a proof to a value of the form's field `currentPassword`. */
export const toProofValue = (proof: string): string => MARK + proof;

export const isProofValue = (value: string): boolean => value.startsWith(MARK);

/** Converts the value of `currentPassword` to the server's fields: the password or the proof. */
export const toConfirmation = (value: string): { currentPassword: string } | { proof: string } =>
  isProofValue(value) ? { proof: value.slice(MARK.length) } : { currentPassword: value };
