/** No password contains it, so a proof in the field of the password cannot be taken for one. */
const MARK = '\u0000';

/** A proof as the value of the form's field `currentPassword`. */
export const toProofValue = (proof: string): string => MARK + proof;

export const isProofValue = (value: string): boolean => value.startsWith(MARK);

/** What the server gets for the value of `currentPassword`: the password or the proof. */
export const toConfirmation = (value: string): { currentPassword: string } | { proof: string } =>
  isProofValue(value) ? { proof: value.slice(MARK.length) } : { currentPassword: value };
