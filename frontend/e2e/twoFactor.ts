import { TOTP } from 'otpauth';
import { PASSWORD, type Person } from './people.ts';

const STEP_MS = 30_000;

/**
 * Returns the code that an authenticator app shows some steps from now. Each code works once; the code one step before
 * or after the current one is accepted.
 */
export const totpCode = (secret: string, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * STEP_MS });

/** Returns a code that no app shows around now. */
export function wrongCode(secret: string): string {
  const near = [-2, -1, 0, 1, 2].map((steps) => totpCode(secret, steps));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? '';
}

/** Turns two-factor on by the API. */
export async function enableTwoFactor({ call }: Person): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await call<{ secret: string }>('POST', '/auth/two-factor', { currentPassword: PASSWORD });
  const { recoveryCodes } = await call<{ recoveryCodes: string[] }>('POST', '/auth/two-factor/confirm', {
    code: totpCode(secret),
  });
  return { secret, recoveryCodes };
}
